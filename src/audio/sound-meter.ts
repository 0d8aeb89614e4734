import { channelWeightsOf } from './channel-weights.ts';
import { createFaultFinder } from './faults/fault-finder.ts';
import { createKernels } from './kernels/kernels.ts';
import { createLoudnessMeter, stepsPerS, type Loudness } from './loudness.ts';
import { createPeaksPyramid, loudnessEveryMs, silentLoudness } from './peaks-pyramid.ts';
import { createPieces, stepFramesAt, type Step } from './pieces.ts';
import { createPitchMeter } from './pitch-meter.ts';
import type { SoundFormat } from './sound-format.ts';
import { curvePoints, peakCount, type SoundMeasures } from './sound-measures.ts';
import { createSpectrogramMeter, type Spectrogram } from './spectrogram.ts';
import { createTruePeakMeter } from './true-peak.ts';

/** Half a second. */
const floorWindowSteps = 50;

/**
 * Finds the quietest half second of a sound, to 10 ms, without any digitally silent 10 ms, which would lower its level
 * in proportion to their length.
 */
function createNoiseFloorMeter(rateHz: number, channels: number) {
  const stepFrames = stepFramesAt(rateHz);
  const steps = new Float64Array(floorWindowSteps);
  let lowest = Infinity;
  let filled = 0;
  let current = 0;
  /** Since the last silence. */
  let sounding = 0;

  function endStep(): void {
    if (current > 0) {
      steps[sounding % floorWindowSteps] = current;
      sounding += 1;
      if (sounding >= floorWindowSteps) {
        let sum = 0;
        for (let step = 0; step < floorWindowSteps; step++) sum += steps[step] as number;
        lowest = Math.min(lowest, sum);
      }
    } else sounding = 0;
    current = 0;
    filled = 0;
  }

  return {
    /** Takes part of a step: the sum of the squares of all its channels. */
    add(power: number, frames: number): void {
      current += power;
      filled += frames;
      if (filled === stepFrames) endStep();
    },
    /** The mean square of its samples, 1 at full scale; null if there is no such half second. */
    read: (): number | null =>
      Number.isFinite(lowest) ? lowest / (floorWindowSteps * stepFrames * channels) : null,
  };
}

/** Maximum int16 value. */
const loudestLevel = 32_767;

const decibels = (size: number) => (size > 0 ? 20 * Math.log10(size) : null);
const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100;

/** Returns the peak of each of `peakCount` slices from the peaks of blocks. */
function peaksOf(blocks: Uint8Array): string {
  const bytes = new Uint8Array(peakCount);
  blocks.forEach((peak, block) => {
    // A short recording has fewer blocks than slices.
    const from = Math.floor((block * peakCount) / blocks.length);
    const to = Math.max(from + 1, Math.floor(((block + 1) * peakCount) / blocks.length));
    for (let slice = from; slice < to; slice++) bytes[slice] = Math.max(bytes[slice] as number, peak);
  });
  return Buffer.from(bytes).toString('base64');
}

function curveOf(shortTerm: Float32Array): (number | null)[] {
  const points = Math.min(curvePoints, shortTerm.length);
  const last = Math.max(1, points - 1);
  return Array.from({ length: points }, (_, point) =>
    rounded(shortTerm[Math.round((point * (shortTerm.length - 1)) / last)] ?? null),
  );
}

function loudnessBytesOf(shortTerm: Float32Array): Buffer {
  const every = (loudnessEveryMs * stepsPerS) / 1000;
  const points = Math.ceil(shortTerm.length / every);
  const bytes = Buffer.alloc(2 * points);
  for (let point = 0; point < points; point++) {
    const level = Math.round(100 * (shortTerm[point * every] as number));
    bytes.writeInt16LE(Math.max(silentLoudness, Math.min(loudestLevel, level)), 2 * point);
  }
  return bytes;
}

export type SoundMeter = {
  /** Adds interleaved samples in whole frames; full scale is 1. NaN counts as silence. */
  readonly add: (samples: Float32Array) => void;
  readonly frames: () => number;
  /** Do not add samples after reading anything. */
  readonly read: (isDamaged: boolean) => SoundMeasures;
  /** Returns the pyramid of peaks, then short-term loudness (see `loudnessOffsetOf`). */
  readonly peaks: () => Buffer;
  /** Returns the spectrogram, padded with silence up to the given number of samples. */
  readonly spectrogram: (leastFrames?: number) => Spectrogram;
};

/** Sums the power of all channels of a step. */
const powerOf = ({ sums }: Step) =>
  sums.reduce((sum, pair) => sum + (pair[0] as number) + (pair[1] as number), 0);

/** Measures a sound while it is decoded, in one pass. */
export function createSoundMeter(format: SoundFormat, kernels = createKernels()): SoundMeter {
  const { channels, rateHz } = format;
  // With an unknown layout no channel is weighted, so there is no loudness.
  const loudness = createLoudnessMeter(rateHz, channelWeightsOf(channels, format.layout) ?? [], kernels);
  const truePeaks = createTruePeakMeter(rateHz, channels, kernels);
  const faults = createFaultFinder(format, kernels);
  const pitches = createPitchMeter(rateHz, kernels);
  const pyramid = createPeaksPyramid(channels, kernels);
  const spectrogram = createSpectrogramMeter(rateHz, channels, kernels);
  const floor = createNoiseFloorMeter(rateHz, channels);
  let power = 0;
  const pieces = createPieces(format, kernels, (piece) => {
    for (const meter of [pyramid, loudness, truePeaks, faults, spectrogram, pitches]) meter.add(piece);
    for (const step of piece.steps) {
      const ofStep = powerOf(step);
      floor.add(ofStep, step.frames);
      power += ofStep;
    }
  });
  let found: Loudness | undefined;
  function heard(): Loudness {
    pieces.end();
    return (found ??= loudness.read());
  }

  return {
    add: pieces.add,
    frames: pieces.frames,
    peaks() {
      const { shortTerm } = heard();
      return Buffer.concat([new Uint8Array(pyramid.read().buffer), loudnessBytesOf(shortTerm)]);
    },
    spectrogram(leastFrames) {
      pieces.end();
      return spectrogram.read(leastFrames);
    },
    read(isDamaged) {
      const { integrated, maxMomentary, maxShortTerm, rangeLu, shortTerm } = heard();
      const frames = pieces.frames();
      return {
        format,
        frames,
        isDamaged,
        integrated: rounded(integrated),
        maxMomentary: rounded(maxMomentary),
        maxShortTerm: rounded(maxShortTerm),
        loudnessRange: rounded(rangeLu),
        truePeak: rounded(decibels(truePeaks.truePeak())),
        samplePeak: rounded(decibels(truePeaks.samplePeak())),
        rms: rounded(decibels(Math.sqrt(power / Math.max(1, frames * channels)))),
        noiseFloor: rounded(decibels(Math.sqrt(floor.read() ?? 0))),
        curve: curveOf(shortTerm),
        peaks: peaksOf(pyramid.peaks()),
        findings: faults.find(),
        pitches: pitches.read(),
      };
    },
  };
}
