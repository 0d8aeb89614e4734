import { stepAt, type SampleFormat } from './sample-step.ts';

/** A run of samples at one level. `before` came ahead of it, `next` comes behind it. */
export type FlatRun = {
  readonly at: number;
  /** In frames; `to` is the one behind it. */
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly next: number;
};

/** A top that is flat for longer is not round: in 8 bits, 16 Hz at 192 kHz stay on one step for 1,500 samples. */
const longest = 8192;
const keptFrames = 4 * longest;
/** How many samples may be added at a time, so that those beside a waiting run are kept. */
export const pieceFrames = 4096;
/** Real waves are no exact parabolas, and what is rounded differs by a step. */
const allowance = 1.5;

/**
 * Holds flat runs back until it is known what lies beside them, and passes on, in their order, those that few bits do not explain. A
 * round top stays on one step for r samples on either side of its middle; as a parabola, it falls by (1 + d / r)² steps until d samples
 * further on. Where a wave was cut off, it falls by far more right behind it, or until d = r.
 */
export function createRoundTopSieve(format: SampleFormat, pass: (run: FlatRun) => void) {
  const kept = new Float64Array(keptFrames);
  let frames = 0;
  let waiting: FlatRun[] = [];

  const sampleAt = (frame: number) => (frame < 0 || frame >= frames ? 0 : (kept[frame % keptFrames] ?? 0));
  const besideOf = ({ from, to }: FlatRun) => Math.min(longest, Math.floor((to - from - 1) / 2));

  function isRound(run: FlatRun): boolean {
    const { at, from, to } = run;
    if (to - from > longest) return false;
    const half = (to - from - 1) / 2;
    return [1, 1 + besideOf(run)].every((distance) => {
      const most = (allowance * (1 + distance / half) ** 2 + 1) * stepAt(format, Math.abs(at));
      return [from - distance, to - 1 + distance].some((frame) => Math.abs(at - sampleAt(frame)) <= most);
    });
  }

  function release(isEnd: boolean) {
    const open = isEnd ? -1 : waiting.findIndex((run) => run.to + besideOf(run) >= frames);
    const ready = open < 0 ? waiting : waiting.slice(0, open);
    waiting = waiting.slice(ready.length);
    for (const run of ready) if (!isRound(run)) pass(run);
  }

  return {
    /** Takes up to `pieceFrames` samples, whose runs are held afterwards. */
    add(samples: Float64Array) {
      for (const sample of samples) {
        kept[frames % keptFrames] = sample;
        frames += 1;
      }
    },
    hold: (run: FlatRun) => void waiting.push(run),
    release: () => release(false),
    /** Passes on what is left; silence follows. */
    end: () => release(true),
  };
}
