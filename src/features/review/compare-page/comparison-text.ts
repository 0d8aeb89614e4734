import words from '#content/compare.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import type { FoundComparison } from '#src/features/files/comparisons/sound-comparisons.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { numberText } from '#src/studio/locale.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { editsOf, laterBy } from './found-changes.ts';

const { offset, state, reasons } = words;

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
