import { stereoStepFramesAt, type Step } from '../pieces.ts';
import { createPlaces } from './faults.ts';

/** −60 dBFS: quieter sound is not judged. */
const leastPower = 1e-6;
const mostInverted = -0.9;
/** Channels of similar level: within 3 dB. */
const similar = 2;
/** Minimum share of the channels' mean power that remains in mono: a loss of 7 dB. */
const leastMono = 0.2;
const leastS = 2;
const sameShare = 1e-6;
const missingShare = 1e-8;
const imbalanceDb = 6;

const decibels = (ratio: number) => 10 * Math.log10(ratio);

type Sums = { readonly left: number; readonly right: number; readonly both: number };

const nothing: Sums = { left: 0, right: 0, both: 0 };
const sumOf = (a: Sums, b: Sums): Sums => ({
  left: a.left + b.left,
  right: a.right + b.right,
  both: a.both + b.both,
});

const isLoud = ({ left, right }: Sums, frames: number) =>
  left > leastPower * frames && right > leastPower * frames;

/** The share of two channels' mean power that remains in mono. */
const monoShare = ({ left, right, both }: Sums) => (left + right + 2 * both) / (2 * (left + right));

function isInverted(sums: Sums): boolean {
  const { left, right, both } = sums;
  const isSimilar = left < similar * right && right < similar * left;
  return isSimilar && both / Math.sqrt(left * right) < mostInverted;
}

/**
 * Joins steps that nearly cancel in mono into places of `leastS` or longer; quiet steps in between do not split them.
 */
function createRuns(rateHz: number) {
  const inverted = createPlaces();
  const lost = createPlaces();
  let run = { from: -1, to: -1, sums: nothing };
  function end() {
    const { from, to, sums } = run;
    if (from >= 0 && to - from >= leastS * rateHz) (isInverted(sums) ? inverted : lost).add(from, to);
    run = { from: -1, to: -1, sums: nothing };
  }
  return {
    add(sums: Sums, from: number, to: number) {
      if (monoShare(sums) >= leastMono) return end();
      run = { from: run.from < 0 ? from : run.from, to, sums: sumOf(run.sums, sums) };
    },
    find() {
      end();
      return { inverted, lost };
    },
  };
}

/** Compares two channels with each other. */
export function createStereoFinder(rateHz: number) {
  const stepFrames = stereoStepFramesAt(rateHz);
  const runs = createRuns(rateHz);
  let all = nothing;
  let sums = nothing;
  let difference = 0;
  let frame = 0;
  let stepFrom = 0;

  function endStep() {
    all = sumOf(all, sums);
    if (isLoud(sums, frame - stepFrom)) runs.add(sums, stepFrom, frame);
    sums = nothing;
    stepFrom = frame;
  }

  return {
    add({ frames, sums: [pair] }: Step) {
      if (!pair) return;
      frame += frames;
      sums = sumOf(sums, { left: pair[0] as number, right: pair[1] as number, both: pair[2] as number });
      difference += pair[3] as number;
      if (frame - stepFrom === stepFrames) endStep();
    },
    find() {
      if (frame > stepFrom) endStep();
      const { left, right } = all;
      const [less, more] = left < right ? [left, right] : [right, left];
      const isSound = more > leastPower * Math.max(1, frame);
      const weaker = left < right ? 0 : 1;
      const isMissing = isSound && less <= missingShare * more;
      const isSame = isSound && difference <= sameShare * (left + right);
      const unevenDb = isSound && !isMissing ? decibels(more / less) : 0;
      return {
        ...runs.find(),
        /** The zero-based silent channel. */
        missing: isMissing ? weaker : null,
        isSame,
        /** The quieter channel and the difference in decibels. */
        uneven: unevenDb >= imbalanceDb ? { channel: weaker, db: unevenDb } : null,
      };
    },
  };
}
