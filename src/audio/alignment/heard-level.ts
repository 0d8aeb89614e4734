import { createKWeighting, integratedOf } from '../loudness.ts';
import type { SharedPiece } from './sound-comparison.ts';

const stepS = 0.1;
/** A window of momentary loudness, in steps (EBU Tech 3341). */
const windowSteps = 4;

const half = Math.SQRT1_2;

/**
 * Gain of each channel in each of two loudspeakers, by the number of channels, as browsers downmix (Web Audio API,
 * "speakers" interpretation). For other channel counts only the first two are played.
 */
const downmixes: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[1], [1]],
  4: [
    [0.5, 0, 0.5, 0],
    [0, 0.5, 0, 0.5],
  ],
  6: [
    [1, 0, half, 0, half, 0],
    [0, 1, half, 0, 0, half],
  ],
};

const stereo = [
  [1, 0],
  [0, 1],
] as const;

/** K-weighted energy of two loudspeakers: its running sum at the end of each 100 ms step. */
export type HeardEnergy = {
  readonly rateHz: number;
  readonly stepFrames: number;
  readonly sums: readonly number[];
};

/** Measures a recording as heard in a browser. Takes interleaved samples in whole frames. */
export function createHeardMeter({
  rateHz,
  channels,
}: {
  readonly rateHz: number;
  readonly channels: number;
}) {
  const loudspeakers = downmixes[channels] ?? stereo;
  const filters = loudspeakers.map(() => createKWeighting(rateHz));
  const stepFrames = Math.round(rateHz * stepS);
  const step = new Float64Array(stepFrames);
  const held = new Float32Array(stepFrames * channels);
  const sums: number[] = [];
  let filled = 0;

  function measure(): void {
    let energy = sums.at(-1) ?? 0;
    for (const [index, shares] of loudspeakers.entries()) {
      for (let frame = 0; frame < stepFrames; frame += 1) {
        let sample = 0;
        for (let channel = 0; channel < shares.length; channel += 1)
          sample += (shares[channel] as number) * (held[frame * channels + channel] as number);
        step[frame] = sample;
      }
      energy += filters[index]?.(step, 0, stepFrames) ?? 0;
    }
    sums.push(energy);
    filled = 0;
  }

  return {
    add: (samples: Float32Array): void => {
      for (let at = 0; at < samples.length;) {
        const taken = Math.min(held.length - filled, samples.length - at);
        held.set(samples.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled === held.length) measure();
      }
    },
    read: (): HeardEnergy => ({ rateHz, stepFrames, sums }),
  };
}

/** Returns the energy up to a moment, interpolated linearly between steps. */
function energyUpTo({ rateHz, stepFrames, sums }: HeardEnergy, seconds: number): number {
  const at = Math.min(sums.length, Math.max(0, (seconds * rateHz) / stepFrames));
  const before = Math.floor(at);
  const from = before === 0 ? 0 : (sums[before - 1] ?? 0);
  return from + (at - before) * ((sums[before] ?? from) - from);
}

const powerWithin = (heard: HeardEnergy, fromS: number, lengthS: number) =>
  (energyUpTo(heard, fromS + lengthS) - energyUpTo(heard, fromS)) / (lengthS * heard.rateHz);

/**
 * Returns how much louder the newer version is in the shared pieces, in LU: their integrated loudness (ITU-R BS.1770-5)
 * as two loudspeakers play them. Null if one is silent there or no piece lasts 400 ms.
 */
export function louderBy(
  { older, newer }: { readonly older: HeardEnergy; readonly newer: HeardEnergy },
  pieces: readonly SharedPiece[],
  rateHz: number,
): number | null {
  const windowS = windowSteps * stepS;
  const windows = pieces.flatMap(({ olderAt, newerAt, frames }) => {
    const count = Math.max(0, Math.floor((frames / rateHz - windowS) / stepS) + 1);
    return Array.from({ length: count }, (_, index) => ({
      olderS: olderAt / rateHz + index * stepS,
      newerS: newerAt / rateHz + index * stepS,
    }));
  });
  const loudnessOf = (heard: HeardEnergy, key: 'olderS' | 'newerS') =>
    integratedOf(Float64Array.from(windows, (window) => powerWithin(heard, window[key], windowS)));
  const [of, to] = [loudnessOf(older, 'olderS'), loudnessOf(newer, 'newerS')];
  return of === null || to === null ? null : to - of;
}
