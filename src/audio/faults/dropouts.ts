import { createPlaces, type ChannelFinder, stepAt, type SampleDepth } from './faults.ts';

const silent = 1e-5;
const shortestS = 0.001;
const longestS = 0.3;
/** The time before and behind a hole, in seconds. */
const besideS = 0.02;
/** −40 dBFS: in anything quieter a hole may be a pause. */
const leastPeak = 0.01;
/** A hole begins and ends in the middle of a sound, not where it has faded: what is beside it is about as loud. */
const mostRatio = 4;
/** The least jump of the wave to or from silence, as a share of the level beside it. */
const leastJump = 0.05;
/** A quiet wave falls silent by one step, with the noise that hides the steps by two. */
const leastSteps = 3;
/** A wave that is silent in each of its periods, as some synthesised ones, has more of them in so short a time. */
const neighbourS = 0.2;
const mostNeighbours = 3;
/** A gate in the rhythm of the music leaves holes at even distances. */
const rhythmS = 0.6;
const rhythmShare = 0.03;
const leastRhythm = 4;

/** A run of silence within a sound; `isHole`: it is cut into it. */
type Hole = { readonly from: number; readonly to: number; readonly isHole: boolean };

/** Tells runs of silence that a wave or a rhythm has by intention from the others. */
function createHoleJudge(rateHz: number) {
  const places = createPlaces();
  const neighbour = neighbourS * rateHz;
  /** Those that came lately, and how many of them are judged. */
  let recent: Hole[] = [];
  let judged = 0;
  let holes = 0;
  let inRhythm = 0;
  let last = { from: -Infinity, distance: 0 };

  /** Counts how many follow each other at the same distance. */
  function listen({ from }: Hole) {
    const distance = from - last.from;
    if (distance < rhythmS * rateHz && Math.abs(distance - last.distance) < rhythmShare * distance)
      inRhythm += 1;
    holes += 1;
    last = { from, distance };
  }

  /** Judges what has no more neighbours to come. */
  function passed(now: number) {
    for (; judged < recent.length; judged++) {
      const hole = recent[judged];
      if (!hole || hole.to + neighbour > now) break;
      const crowd = recent.filter(({ from }) => Math.abs(from - hole.from) < neighbour).length;
      if (hole.isHole && crowd <= mostNeighbours) places.add(hole.from, hole.to);
      listen(hole);
    }
    const near = recent.findIndex(({ to }) => to + 2 * neighbour > now);
    const gone = near < 0 ? judged : Math.min(judged, near);
    recent = recent.slice(gone);
    judged -= gone;
  }

  return {
    add: (hole: Hole) => void recent.push(hole),
    passed: (now: number) => {
      if (recent.length > 0) passed(now);
    },
    find() {
      passed(Infinity);
      if (holes >= leastRhythm && inRhythm >= (holes - 2) / 2) places.clear();
      return places;
    },
  };
}

/** A run of silence whose end is not heard yet: the loudest before and after it, and how far the wave jumps at its ends. */
type OpenRun = { from: number; to: number; before: number; after: number; jump: number };

function holeOf({ from, to, before, after, jump }: OpenRun, longest: number, step: number): Hole {
  const [less, more] = before < after ? [before, after] : [after, before];
  const isRunning = less > leastPeak && more < mostRatio * less;
  const isCut = jump > Math.max(leastJump * less, leastSteps * step);
  return { from, to, isHole: isRunning && isCut && to - from <= longest };
}

/** Finds short holes of digital silence within a running sound. */
export function createDropoutFinder(rateHz: number, format: SampleDepth): ChannelFinder {
  const step = stepAt(format, 0);
  const [shortest, longest, beside] = [shortestS * rateHz, longestS * rateHz, Math.round(besideS * rateHz)];
  const judge = createHoleJudge(rateHz);
  let [frame, stepTo, run, last] = [0, beside, 0, 0];
  /** The loudest of this step and of the one before it: what lies right before a run. */
  let [peak, peakBefore] = [0, 0];
  let [beforeRun, jumpIn] = [0, 0];
  let open: OpenRun | null = null;

  function close() {
    if (open) judge.add(holeOf(open, longest, step));
    open = null;
  }

  function endRun(at: number, sample: number) {
    if (run >= shortest && beforeRun > 0) {
      close();
      const jump = Math.max(jumpIn, Math.abs(sample));
      open = { from: at - run, to: at, before: beforeRun, after: 0, jump };
    }
    run = 0;
  }

  /** Takes samples of one step. */
  function scan(samples: Float64Array, from: number, to: number) {
    for (let index = from; index < to; index++) {
      const sample = samples[index] ?? 0;
      const size = sample < 0 ? -sample : sample;
      if (size < silent) {
        if (run === 0) {
          beforeRun = Math.max(peak, peakBefore);
          jumpIn = Math.abs((index > 0 ? samples[index - 1] : last) ?? 0);
        }
        run += 1;
        continue;
      }
      if (run > 0) endRun(frame + index - from, sample);
      if (size > peak) peak = size;
      if (open !== null && size > open.after) open.after = size;
    }
    last = samples[to - 1] ?? last;
    frame += to - from;
  }

  return {
    add(samples, total) {
      for (let from = 0; from < total;) {
        const to = Math.min(total, from + stepTo - frame);
        scan(samples, from, to);
        from = to;
        if (frame < stepTo) continue;
        stepTo = frame + beside;
        [peakBefore, peak] = [peak, 0];
        if (open !== null && frame >= open.to + beside) close();
        judge.passed(frame);
      }
    },
    find() {
      close();
      return judge.find();
    },
  };
}
