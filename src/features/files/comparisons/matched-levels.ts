import words from '#content/compare.yaml';
import { levelText } from '../measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';

const { level } = words;

/** Smaller differences are inaudible and within the measurement error. */
const sameLu = 0.05;

/**
 * Returns the gains in dB that make two sounds equally loud, from the second's loudness excess in LU; gains are never
 * positive.
 */
export const matchedDb = (louderLu: number | null): readonly [number, number] => [
  Math.min(0, louderLu ?? 0),
  Math.min(0, 0 - (louderLu ?? 0)),
];

/** Returns which of two is louder; null if neither is or it is unknown. */
export function louderOf(louderLu: number | null): 0 | 1 | null {
  if (louderLu === null || Math.abs(louderLu) < sameLu) return null;
  return louderLu > 0 ? 1 : 0;
}

/** "Matched: B −3.2 dB", with the names of both. */
export function matchedText(louderLu: number | null, names: readonly [string, string]): string {
  if (louderLu === null) return level.unknown;
  const louder = louderOf(louderLu);
  if (louder === null) return level.same;
  return fill(level.matched, { letter: names[louder], change: levelText(-Math.abs(louderLu)) });
}
