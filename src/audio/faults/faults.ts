import { isLossless, type SoundFormat } from '../sound-format.ts';

/** The kinds of faults that can be found in a sound, in the order in which they are shown. */
export const faultKinds = [
  'clipping',
  'dropout',
  'click',
  'inverted',
  'mono-loss',
  'missing-channel',
  'dual-mono',
  'imbalance',
  'dc',
  'padded-bits',
  'lossy-origin',
  'raised-rate',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A span in whole milliseconds; both ends are the same if it is one sample. */
export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Counted from 0; null where it is in all of them. */
  readonly channel: number | null;
};

export type Fault = {
  readonly kind: FaultKind;
  /** How many places it was found at; 0 if it is true of the whole sound. */
  readonly count: number;
  /** The first `mostSpans` of them. */
  readonly spans: readonly Span[];
  /** The channel, counted from 0, if the fault is in one channel throughout. */
  readonly channel: number | null;
  /** Decibels for an offset, an imbalance or what is lost in mono, hertz for the edge of a spectrum, bits for padding. */
  readonly value: number | null;
};

/** Parts in which there is no sound. They are facts: a pause is no fault. */
export type Silences = {
  /** Before the first and after the last sound that is louder than `quietDb` over 10 ms; all of it where none is. */
  readonly headMs: number;
  readonly tailMs: number;
  /** How often there was silence (below −80 dBFS) for `longSilenceS` or longer between two sounds. */
  readonly count: number;
  readonly spans: readonly Span[];
};

/** Returns true if nothing in `durationMs` is louder than `quietDb`. */
export const isQuietThroughout = ({ headMs, tailMs }: Silences, durationMs: number): boolean =>
  headMs >= durationMs && tailMs >= durationMs;

/** Below this level (RMS, in dBFS) there is room tone and no voice. */
export const quietDb = -50;
/** A longer silence is unlikely to be intended. */
export const longSilenceS = 2;
/** How many places of a fault are kept. */
export const mostSpans = 50;

/** Places of a fault, in frames, in the order in which they end: all are counted, the first are kept. */
export function createPlaces() {
  const kept: { from: number; to: number }[] = [];
  let count = 0;
  return {
    add(from: number, to: number) {
      count += 1;
      if (kept.length < mostSpans) kept.push({ from, to });
    },
    clear() {
      count = 0;
      kept.length = 0;
    },
    count: () => count,
    all: (): readonly { readonly from: number; readonly to: number }[] => kept,
  };
}

export type Places = Pick<ReturnType<typeof createPlaces>, 'count' | 'all'>;

/** Searches one channel for a kind of fault; its samples come in pieces of any size. */
export type ChannelFinder = {
  readonly add: (samples: Float64Array, count: number) => void;
  /** Returns what was found, once all samples have come. */
  readonly find: () => Places;
};

export type SampleDepth = Pick<SoundFormat, 'codec' | 'bits'>;

/**
 * The step from one possible sample to the next at a level, 1 at full scale: half as large for each bit, or, of µ-law and A-law, a share
 * of the level (ITU-T G.711). 0 where there are no steps worth naming, as of floats and of what is lossy.
 */
export function stepAt({ codec, bits }: SampleDepth, level: number): number {
  if (bits === null || !isLossless(codec) || codec.startsWith('pcm_f')) return 0;
  return codec.endsWith('law') ? Math.max(level / 16, 2 ** -12) : 2 ** (1 - bits);
}
