import words from '#content/compare.yaml';
import type { SoundComparison } from '#src/features/recordings/alignment/sound-comparison.ts';
import type { FoundComparison } from '#src/features/recordings/comparisons/find-comparison.ts';
import { levelText } from '#src/features/recordings/measurements/sound-text.ts';
import { timeCodeOf } from '#src/features/recordings/measurements/time-code.ts';
import { numberText } from '#src/features/site/locale.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { editsOf, laterBy } from './found-changes.ts';

const { level, offset, state, reasons, versions } = words;

/** A smaller difference is neither heard nor measured exactly. */
const sameLu = 0.05;

/** The gains in dB at which both are equally loud: only ever turned down. */
export const matchedDb = (louderLu: number | null): readonly [number, number] => [
  Math.min(0, louderLu ?? 0),
  Math.min(0, 0 - (louderLu ?? 0)),
];

/** Which one is louder; null where neither is, or that cannot be said. */
export function louderOf(louderLu: number | null): 'older' | 'newer' | null {
  if (louderLu === null || Math.abs(louderLu) < sameLu) return null;
  return louderLu > 0 ? 'newer' : 'older';
}

/** "Matched: B −3.2 dB". */
export function matchedText({ louderLu }: SoundComparison): string {
  if (louderLu === null) return level.unknown;
  const louder = louderOf(louderLu);
  if (louder === null) return level.same;
  const letter = louder === 'newer' ? versions.b : versions.a;
  return fill(level.matched, { letter, change: levelText(-Math.abs(louderLu)) });
}

const spanOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  from: timeCodeOf(fromMs),
  to: timeCodeOf(toMs),
});

/** Sentences about how the two versions lie beside each other: offset, inversion, and what was cut or added. */
export function offsetTexts(comparison: SoundComparison): string[] {
  const later = laterBy(comparison);
  const values = {
    ms: numberText(Math.abs((1000 * later) / comparison.rateHz)),
    samples: numberText(Math.abs(later)),
  };
  const { cut, added } = editsOf(comparison);
  return [
    later === 0 ? offset.none : fill(later > 0 ? offset.later : offset.earlier, values),
    ...(comparison.isInverted ? [offset.inverted] : []),
    ...cut.map((span) => fill(offset.cut, spanOf(span))),
    ...added.map((span) => fill(offset.added, spanOf(span))),
  ];
}

/** Why there is nothing to be seen yet, or at all; `isLater` where others have to be compared before this is asked for. */
export function stateText(found: FoundComparison | null, isLater: boolean): string {
  if (!found) return isLater ? state.later : state.unmeasuredYet;
  if (found.state === 'comparing') return fill(state.comparing, { percent: String(found.percent) });
  if (found.state === 'uncompared') return wordsFor(reasons, found.reason ?? 'failed', words.otherReason);
  return state.waiting;
}
