import words from '#content/sound.yaml';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';
import { fill } from '#src/platform/fill.ts';
import { lengthText } from './sound-text.ts';

/** Lossy files say their padding too, which is not played. */
const paddingS = 0.5;

/** What is wrong with the file that these figures are of. */
export function measuredNotes({
  format,
  frames,
  isDamaged,
}: Pick<SoundMeasures, 'format' | 'frames' | 'isDamaged'>): string[] {
  const { rateHz, declaredS } = format;
  const isOtherLength = declaredS !== null && Math.abs(declaredS - frames / rateHz) > paddingS;
  return [
    isDamaged ? words.notes.damaged : [],
    isOtherLength
      ? fill(words.notes.length, {
          declared: lengthText(Math.round(declaredS * rateHz), rateHz),
          held: lengthText(frames, rateHz),
        })
      : [],
  ].flat();
}
