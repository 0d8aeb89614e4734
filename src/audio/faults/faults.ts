import { isLossless, type SoundFormat } from '../sound-format.ts';

/** The kinds of faults, in display order. */
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

/** A span in whole milliseconds; start and end are equal for a single sample. */
export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Zero-based; null if it is in all channels. */
  readonly channel: number | null;
};

export type Fault = {
  readonly kind: FaultKind;
  /** Number of occurrences; 0 if it applies to the whole sound. */
  readonly count: number;
  /** The first `mostSpans` of them. */
  readonly spans: readonly Span[];
  /** The channel, counted from 0, if the fault is in one channel throughout. */
  readonly channel: number | null;
  /** Decibels for an offset, an imbalance or mono loss; hertz for a spectrum edge; bits for padding. */
  readonly value: number | null;
};

/** Silent parts. They are informational: a pause is not a fault. */
export type Silences = {
  /** Before the first and after the last 10 ms louder than `quietDb`; the whole sound if there is none. */
  readonly headMs: number;
  readonly tailMs: number;
  /** Number of silences (below −80 dBFS) of `longSilenceS` or longer between two sounds. */
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
/** Maximum number of places stored per fault. */
export const mostSpans = 50;

/** Places of a fault in frames, ordered by their end: all are counted, only the first are kept. */
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

/** Searches one channel for a kind of fault. */
export type ChannelFinder = {
  /** Takes `count` samples behind the history of a line (see `Piece`). */
  readonly add: (line: Float64Array, count: number) => void;
  /** Returns the result after all samples. */
  readonly find: () => Places;
};

export type SampleDepth = Pick<SoundFormat, 'codec' | 'bits'>;

/**
 * Returns the quantisation step at a level, 1 at full scale: half as large for each bit, or a share of the level for
 * µ-law and A-law (ITU-T G.711). 0 if there is no meaningful step, as for floats and lossy formats.
 */
export function stepAt({ codec, bits }: SampleDepth, level: number): number {
  if (bits === null || !isLossless(codec) || codec.startsWith('pcm_f')) return 0;
  return codec.endsWith('law') ? Math.max(level / 16, 2 ** -12) : 2 ** (1 - bits);
}
