import { createLoudnessMeter } from '#src/features/recordings/sound/loudness.ts';
import { limited } from './dynamics.ts';
import { louderBy, rateHz, type Stereo } from './stereo.ts';

const blockFrames = 4096;

/** Integrated loudness in LUFS, by the product's own meter; null where there is only silence, or less than 0.4 s. */
export function integratedOf({ left, right }: Stereo, atHz = rateHz): number | null {
  const meter = createLoudnessMeter(atHz, [1, 1]);
  for (let from = 0; from < left.length; from += blockFrames) {
    const block = [left, right].map((side) => new Float64Array(side.subarray(from, from + blockFrames)));
    meter.add(block, block[0]?.length ?? 0);
  }
  return meter.read().integrated;
}

/** The same of a sound that is known to have a loudness. Throws where it has none. */
export function loudnessOf(sound: Stereo, atHz = rateHz): number {
  const integrated = integratedOf(sound, atHz);
  if (integrated === null) throw new Error('Silence has no loudness');
  return integrated;
}

/** Turned up or down to a loudness, with no peak above −1.5 dB. */
export const atLoudness = (sound: Stereo, lufs: number): Stereo =>
  limited(louderBy(sound, lufs - loudnessOf(sound)), -1.5);
