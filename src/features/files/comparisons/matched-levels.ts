import words from '#content/compare.yaml';
import { levelText } from '../measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';

const { level } = words;

/** A smaller difference is neither heard nor measured exactly. */
const sameLu = 0.05;

/** The gains in dB at which two sounds are equally loud, by how much louder the second is in LU: only ever turned down. */
export const matchedDb = (louderLu: number | null): readonly [number, number] => [
  Math.min(0, louderLu ?? 0),
  Math.min(0, 0 - (louderLu ?? 0)),
];

/** Which of two is louder; null where neither is, or that cannot be said. */
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
