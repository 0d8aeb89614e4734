import { channelWeightsOf } from './channel-weights.ts';
import { createFaultFinder } from './faults/fault-finder.ts';
import { createLoudnessMeter, stepsPerS, type Loudness } from './loudness.ts';
import { loudnessEveryMs, silentLoudness } from './peaks-pyramid.ts';
import { createPitchMeter } from './pitch-meter.ts';
import type { SoundFormat } from './sound-format.ts';
import { curvePoints, peakCount, type SoundMeasures } from './sound-measures.ts';
import { createTruePeakMeter } from './true-peak.ts';

const floorStepsPerS = 100;
/** Half a second. */
const floorWindowSteps = 50;

/**
 * Finds the quietest half second of a sound, to 10 ms, without any digitally silent 10 ms, which would lower its level
 * in proportion to their length.
 */
function createNoiseFloorMeter(rateHz: number, channels: number) {
  const stepFrames = Math.max(1, Math.round(rateHz / floorStepsPerS));
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
      if (sounding >= floorWindowSteps)
        lowest = Math.min(
          lowest,
          steps.reduce((sum, step) => sum + step, 0),
        );
    } else sounding = 0;
    current = 0;
    filled = 0;
  }

  return {
    /** Takes the first `count` frames, each as the sum of its channels' squares. */
    add(powers: Float64Array, count: number): void {
      for (let at = 0; at < count; at++) {
        current += powers[at] as number;
        filled += 1;
        if (filled === stepFrames) endStep();
      }
    },
    /** The mean square of its samples, 1 at full scale; null if there is no such half second. */
    read: (): number | null =>
      Number.isFinite(lowest) ? lowest / (floorWindowSteps * stepFrames * channels) : null,
  };
}

/** Maximum int16 value. */
const loudestLevel = 32_767;
const blockFrames = 256;
const pieceFrames = 4096;

const decibels = (size: number) => (size > 0 ? 20 * Math.log10(size) : null);
const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100;

/** Returns the peak of each of `peakCount` slices from the block peaks. */
function peaksOf(blocks: readonly number[]): string {
  const bytes = new Uint8Array(peakCount);
  blocks.forEach((peak, block) => {
    // A short recording has fewer blocks than slices.
    const from = Math.floor((block * peakCount) / blocks.length);
    const to = Math.max(from + 1, Math.floor(((block + 1) * peakCount) / blocks.length));
    for (let slice = from; slice < to; slice++)
      bytes[slice] = Math.max(bytes[slice] ?? 0, Math.round(Math.min(1, peak) * 255));
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
  /** Do not add samples afterwards. */
  readonly read: (isDamaged: boolean) => SoundMeasures;
  /** Returns short-term loudness in its file format (see `loudnessOffsetOf`). Do not add samples afterwards. */
  readonly shortTerm: () => Buffer;
};

/** Collects the largest value of every `blockFrames` frames. */
function createPeakBlocks() {
  const done: number[] = [];
  let filled = 0;
  let largest = 0;
  return {
    /** Takes the first `count` of some values. */
    add(values: Float64Array, count: number) {
      for (let at = 0; at < count; at++) {
        largest = Math.max(largest, values[at] as number);
        filled += 1;
        if (filled < blockFrames) continue;
        done.push(largest);
        filled = 0;
        largest = 0;
      }
    },
    all: (): readonly number[] => (filled === 0 ? done : [...done, largest]),
  };
}

/** Deinterleaves frames into channels; also computes each frame's largest sample and sum of squares. */
function createSplitter(channels: number) {
  const planes = Array.from({ length: channels }, () => new Float64Array(pieceFrames));
  const [peaks, powers] = [new Float64Array(pieceFrames), new Float64Array(pieceFrames)];
  return {
    planes,
    peaks,
    powers,
    split: (samples: Float32Array, from: number, count: number): void => {
      peaks.fill(0);
      powers.fill(0);
      planes.forEach((plane, channel) => {
        for (let frame = 0, at = from + channel; frame < count; frame++, at += channels) {
          const read = samples[at] as number;
          const sample = Number.isFinite(read) ? read : 0;
          plane[frame] = sample;
          const size = Math.abs(sample);
          if (size > (peaks[frame] as number)) peaks[frame] = size;
          powers[frame] = (powers[frame] as number) + sample * sample;
        }
      });
    },
  };
}

/** Measures a sound while it is decoded, in one pass. */
export function createSoundMeter(format: SoundFormat): SoundMeter {
  const { channels, rateHz } = format;
  // With an unknown layout no channel is weighted, so there is no loudness.
  const loudness = createLoudnessMeter(rateHz, channelWeightsOf(channels, format.layout) ?? []);
  const peakMeters = Array.from({ length: channels }, () => createTruePeakMeter(rateHz));
  const { planes, peaks: framePeaks, powers: framePowers, split } = createSplitter(channels);
  const faults = createFaultFinder(format);
  const pitches = createPitchMeter(rateHz, channels);
  const floor = createNoiseFloorMeter(rateHz, channels);
  const peaks = createPeakBlocks();
  let [frames, power] = [0, 0];
  let found: Loudness | undefined;
  const heard = () => (found ??= loudness.read());

  function addPiece(samples: Float32Array, from: number, count: number) {
    split(samples, from, count);
    peaks.add(framePeaks, count);
    floor.add(framePowers, count);
    for (let frame = 0; frame < count; frame++) power += framePowers[frame] as number;
    loudness.add(planes, count);
    faults.add(planes, count);
    planes.forEach((plane, channel) => peakMeters[channel]?.add(plane, count));
    frames += count;
  }

  return {
    add(samples) {
      pitches.add(samples);
      const total = samples.length / channels;
      for (let frame = 0; frame < total; frame += pieceFrames)
        addPiece(samples, frame * channels, Math.min(pieceFrames, total - frame));
    },
    frames: () => frames,
    shortTerm: () => loudnessBytesOf(heard().shortTerm),
    read(isDamaged) {
      const { integrated, maxMomentary, maxShortTerm, rangeLu, shortTerm } = heard();
      return {
        format,
        frames,
        isDamaged,
        integrated: rounded(integrated),
        maxMomentary: rounded(maxMomentary),
        maxShortTerm: rounded(maxShortTerm),
        loudnessRange: rounded(rangeLu),
        truePeak: rounded(decibels(Math.max(...peakMeters.map((meter) => meter.truePeak())))),
        samplePeak: rounded(decibels(Math.max(...peakMeters.map((meter) => meter.samplePeak())))),
        rms: rounded(decibels(Math.sqrt(power / Math.max(1, frames * channels)))),
        noiseFloor: rounded(decibels(Math.sqrt(floor.read() ?? 0))),
        curve: curveOf(shortTerm),
        peaks: peaksOf(peaks.all()),
        findings: faults.find(),
        pitches: pitches.read(),
      };
    },
  };
}
