import type { Kernels } from './kernels/plain-kernels.ts';
import type { SoundFormat } from './sound-format.ts';

/** Samples before each piece in its lines. */
export const history = 32;
/** Frames of every piece but the last. */
export const pieceFrames = 4096;

const stepS = 0.01;
const stereoStepS = 0.4;

/** Frames of the steps in which levels, silence and the noise floor are found: 10 ms. */
export const stepFramesAt = (rateHz: number) => Math.max(1, Math.round(stepS * rateHz));
/** Frames of the steps in which two channels are compared: 0.4 s. */
export const stereoStepFramesAt = (rateHz: number) => Math.round(stereoStepS * rateHz);

/** Part of a step, within one piece; it ends where a step of either length ends. */
export type Step = {
  frames: number;
  /** The figures of each pair (see `sumsOfPairs`). */
  readonly sums: readonly Float64Array[];
};

/** Part of a sound while it is measured. Its arrays are reused for the next. What is no finite number is 0. */
export type Piece = {
  readonly count: number;
  /** Interleaved, as they were decoded. */
  readonly samples: Float32Array;
  /** Two channels at a time, interleaved; a lone last one is beside zeros. */
  readonly pairs: readonly Float64Array[];
  /** One channel each, behind the last `history` samples before them. */
  readonly lines: readonly Float64Array[];
  readonly steps: readonly Step[];
};

type Form = Pick<SoundFormat, 'channels' | 'rateHz'>;

/** Returns a function that sums pairs up, step by step. */
function createSteps({ channels, rateHz }: Form, kernels: Kernels) {
  const [short, long] = [stepFramesAt(rateHz), stereoStepFramesAt(rateHz)];
  const made: Step[] = [];
  const make = (): Step => ({
    frames: 0,
    sums: Array.from({ length: Math.ceil(channels / 2) }, () => kernels.doubles(8)),
  });
  let before = 0;
  return (pairs: readonly Float64Array[], count: number): readonly Step[] => {
    let steps = 0;
    for (let from = 0; from < count; steps++) {
      const step = (made[steps] ??= make());
      const [inShort, inLong] = [(before + from) % short, (before + from) % long];
      step.frames = Math.min(count - from, short - inShort, long - inLong);
      for (let pair = 0; pair < pairs.length; pair++)
        kernels.sumsOfPairs(pairs[pair] as Float64Array, from, step.frames, step.sums[pair] as Float64Array);
      from += step.frames;
    }
    before += count;
    return made.slice(0, steps);
  };
}

/** Cuts interleaved samples, added in whole frames of any number, into pieces. */
export function createPieces(form: Form, kernels: Kernels, take: (piece: Piece) => void) {
  const { channels } = form;
  const samples = kernels.floats(channels * pieceFrames);
  const pairs = Array.from({ length: Math.ceil(channels / 2) }, () => kernels.doubles(2 * pieceFrames));
  const all = Array.from({ length: 2 * pairs.length }, () => kernels.doubles(history + pieceFrames));
  const lines = all.slice(0, channels);
  const stepsOf = createSteps(form, kernels);
  let used = 0;
  let frames = 0;

  function end(): void {
    const count = used / channels;
    if (count === 0) return;
    pairs.forEach((both, pair) => {
      const [left, right] = all.slice(2 * pair) as [Float64Array, Float64Array];
      for (const line of [left, right]) line.copyWithin(0, pieceFrames);
      kernels.splitPair(samples, { channels, first: 2 * pair, frames: count }, both, left, right, history);
    });
    used = 0;
    frames += count;
    take({ count, samples, pairs, lines, steps: stepsOf(pairs, count) });
  }

  return {
    add: (added: Float32Array): void => {
      for (let at = 0; at < added.length;) {
        const taken = Math.min(added.length - at, samples.length - used);
        samples.set(added.subarray(at, at + taken), used);
        used += taken;
        at += taken;
        if (used === samples.length) end();
      }
    },
    frames: () => frames + used / channels,
    /** Passes on the remaining frames; nothing may be added afterwards. */
    end,
  };
}
