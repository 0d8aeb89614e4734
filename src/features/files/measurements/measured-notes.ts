import words from '#content/sound.yaml';
import { channelWeightsOf } from '#src/audio/channel-weights.ts';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { fill } from '#src/platform/fill.ts';
import { isSilent } from './why-nothing.ts';
import { lengthText } from './sound-text.ts';

/** Lossy files say their padding too, which is not played, and those with pictures round. */
const paddingS = 0.5;
const exactS = 0.01;
const exactContainers = new Set(['wav', 'aiff', 'caf', 'flac']);
const isExact = ({ container, codec }: SoundFormat) =>
  exactContainers.has(container) && /^pcm_|^flac$/.test(codec);

/** What is wrong with the file that these figures are of, and why some are not there. */
export function measuredNotes({
  format,
  frames,
  isDamaged,
  samplePeak,
}: Pick<SoundMeasures, 'format' | 'frames' | 'isDamaged' | 'samplePeak'>): string[] {
  const { rateHz, declaredS, channels, layout, furtherChunks = 0 } = format;
  const heldS = frames / rateHz;
  const isOtherLength =
    declaredS !== null && Math.abs(declaredS - heldS) > (isExact(format) ? exactS : paddingS);
  return [
    isDamaged ? words.notes.damaged : [],
    isOtherLength
      ? fill(declaredS > heldS ? words.notes.cut : words.notes.length, {
          declared: lengthText(Math.round(declaredS * rateHz), rateHz),
          held: lengthText(frames, rateHz),
        })
      : [],
    furtherChunks > 0 ? severalOf(furtherChunks, words.notes.further) : [],
    isSilent({ samplePeak }) ? words.notes.silent : [],
    layout !== null && channelWeightsOf(channels, layout) === null
      ? fill(words.notes.layout, { layout })
      : [],
  ].flat();
}
