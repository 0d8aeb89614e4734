import type { Findings } from './faults/fault-finder.ts';
import type { HeardPitch } from './heard-pitches.ts';
import type { SoundFormat } from './sound-format.ts';

/**
 * The measures of a sound. Levels are in dB below full scale, loudness in LUFS; null if there is nothing to measure, as
 * in silence.
 */
export type SoundMeasures = {
  readonly format: SoundFormat;
  /** Samples of each channel, from the file's start. */
  readonly frames: number;
  /** True if the decoder reported errors. */
  readonly isDamaged: boolean;
  readonly integrated: number | null;
  readonly maxMomentary: number | null;
  readonly maxShortTerm: number | null;
  /** In LU. */
  readonly loudnessRange: number | null;
  readonly truePeak: number | null;
  readonly samplePeak: number | null;
  /** Mean level (RMS) of all samples of all channels. */
  readonly rms: number | null;
  /** Level of the quietest half second without digital silence. */
  readonly noiseFloor: number | null;
  /** Short-term loudness at up to `curvePoints` evenly spaced times, the first at 3 s. */
  readonly curve: readonly (number | null)[];
  /** Loudest sample in each of `peakCount` slices, one byte each (255 is full scale), as base64. */
  readonly peaks: string;
  /** The detected faults; absent if an older analyser measured it. */
  readonly findings?: Findings;
  /** The prominent pitches (see `HeardPitch`); absent if an older analyser measured it. */
  readonly pitches?: readonly HeardPitch[];
};

export const peakCount = 400;
export const curvePoints = 300;

/** Increment when measurements change; older ones are then repeated. */
export const analyserVersion = 10;

/** Why a file was not measured; `empty`: valid but without samples; `failed`: every attempt ended without a result. */
export const unmeasuredReasons = [
  'no-sound',
  'empty',
  'unreadable',
  'too-long',
  'too-large',
  'failed',
] as const;

export type UnmeasuredReason = (typeof unmeasuredReasons)[number];

/** The video of a film without sound: its length and, if known, its frame rate. */
export type MovingPicture = { readonly lengthS: number; readonly frameRate: number | null };

/** Thrown while decoding a file that exceeds the limits. */
export class SoundLimitError extends Error {
  readonly reason: UnmeasuredReason;

  constructor(reason: UnmeasuredReason) {
    super(`The sound is ${reason.replace('-', ' ')} to be measured`);
    this.reason = reason;
  }
}

/** Length of a sound. */
export const soundMsOf = ({ frames, format }: Pick<SoundMeasures, 'frames' | 'format'>): number =>
  Math.round((1000 * frames) / format.rateHz);

/** Length of a recording: its sound, or its picture if that is longer. */
const recordingMsOf = (measures: Pick<SoundMeasures, 'frames' | 'format'>): number =>
  Math.max(soundMsOf(measures), Math.round(1000 * (measures.format.pictureS ?? 0)));

/** Returns the peaks of a longer recording whose first `share` has these peaks. */
function stretchedPeaks(peaks: string, share: number): string {
  const held = Buffer.from(peaks, 'base64');
  const bytes = Buffer.alloc(held.length);
  held.forEach((peak, slice) => {
    const [from, to] = [Math.floor(slice * share), Math.ceil((slice + 1) * share)];
    for (let at = from; at < to; at++) bytes[at] = Math.max(bytes[at] ?? 0, peak);
  });
  return bytes.toString('base64');
}

/** The values stored in the file's row: its length, and the loudest sample of each slice. */
export function rowOfSound(measures: SoundMeasures) {
  const [soundMs, durationMs] = [soundMsOf(measures), recordingMsOf(measures)];
  const { peaks } = measures;
  return { durationMs, peaks: soundMs < durationMs ? stretchedPeaks(peaks, soundMs / durationMs) : peaks };
}

/** The values stored for a film without sound: its length and a flat waveform. */
export const rowOfPicture = ({ lengthS }: MovingPicture) => ({
  durationMs: Math.round(1000 * lengthS),
  peaks: Buffer.alloc(peakCount).toString('base64'),
});

/**
 * The artefacts created by measuring: the FLAC for listening, the pyramid of peaks, the spectrogram, and the lines of
 * the cymatic figure.
 */
export const measuredKinds = ['rendition', 'peaks', 'spectrogram', 'figure'] as const;

/** All artefacts of a sound. The preview audio (Opus) and the figure's picture (PNG) are only made on request. */
export type ArtefactKind = (typeof measuredKinds)[number] | 'light' | 'picture';

/** Returns the temporary path of an artefact. */
export const artefactPathOf = (writeTo: string, kind: ArtefactKind) => `${writeTo}.${kind}`;

/** Returns the URL query of an artefact, which changes when it is recreated. */
export const artefactVersionOf = (storageKey: string) => storageKey.slice(0, 8);
