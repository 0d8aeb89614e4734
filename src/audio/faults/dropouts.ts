import type { Kernels } from '../kernels/plain-kernels.ts';
import { history } from '../pieces.ts';
import { createPlaces, type ChannelFinder, stepAt, type SampleDepth } from './faults.ts';

const silent = 1e-5;
const shortestS = 0.001;
const longestS = 0.3;
/** The time before and after a hole, in seconds. */
const besideS = 0.02;
/** −40 dBFS: in quieter sound a hole may be a pause. */
const leastPeak = 0.01;
/** A hole interrupts a sound that has not faded: its surroundings are about equally loud. */
const mostRatio = 4;
/** Minimum jump of the wave to or from silence, as a share of the adjacent level. */
const leastJump = 0.05;
/** A quiet wave falls silent by one step, or two with dither. */
const leastSteps = 3;
/** Waves that are silent in every period, such as some synthesised ones, have more silent runs within this time. */
const neighbourS = 0.2;
const mostNeighbours = 3;
/** A rhythmic gate leaves evenly spaced holes. */
const rhythmS = 0.6;
const rhythmShare = 0.03;
const leastRhythm = 4;

/** A run of silence within a sound; `isHole` is true if it interrupts the sound. */
type Hole = { readonly from: number; readonly to: number; readonly isHole: boolean };

/** Separates the silent runs of a waveform or rhythm from unintended ones. */
function createHoleJudge(rateHz: number) {
  const places = createPlaces();
  const neighbour = neighbourS * rateHz;
  /** Recent runs, and how many of them have been judged. */
  let recent: Hole[] = [];
  let judged = 0;
  let holes = 0;
  let inRhythm = 0;
  let last = { from: -Infinity, distance: 0 };

  /** Counts consecutive runs at equal distances. */
  function listen({ from }: Hole) {
    const distance = from - last.from;
    if (distance < rhythmS * rateHz && Math.abs(distance - last.distance) < rhythmShare * distance)
      inRhythm += 1;
    holes += 1;
    last = { from, distance };
  }

  /** Judges the runs whose neighbours are all known. */
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

/** An open run of silence: the peaks before and after it, and the jumps of the wave at its ends. */
type OpenRun = { from: number; to: number; before: number; after: number; jump: number };

function holeOf({ from, to, before, after, jump }: OpenRun, longest: number, step: number): Hole {
  const [less, more] = before < after ? [before, after] : [after, before];
  const isRunning = less > leastPeak && more < mostRatio * less;
  const isCut = jump > Math.max(leastJump * less, leastSteps * step);
  return { from, to, isHole: isRunning && isCut && to - from <= longest };
}

/** Keeps the last run of silence open until the level after it is known. */
function createHoles(rateHz: number, step: number) {
  const [longest, beside] = [longestS * rateHz, Math.round(besideS * rateHz)];
  const judge = createHoleJudge(rateHz);
  let open: OpenRun | null = null;
  function close() {
    if (open) judge.add(holeOf(open, longest, step));
    open = null;
  }
  return {
    add: (run: OpenRun) => {
      close();
      open = run;
    },
    hear: (size: number) => {
      if (open !== null && size > open.after) open.after = size;
    },
    passed: (frame: number) => {
      if (open !== null && frame >= open.to + beside) close();
      judge.passed(frame);
    },
    find: () => {
      close();
      return judge.find();
    },
  };
}

/** Finds short holes of digital silence within a sound. */
export function createDropoutFinder(rateHz: number, format: SampleDepth, kernels: Kernels): ChannelFinder {
  const sizes = kernels.doubles(2);
  const [shortest, beside] = [shortestS * rateHz, Math.round(besideS * rateHz)];
  const holes = createHoles(rateHz, stepAt(format, 0));
  let [frame, stepTo, run] = [0, beside, 0];
  /** The peak of the current and previous step, which precede a run. */
  let [peak, peakBefore] = [0, 0];
  let [beforeRun, jumpIn] = [0, 0];

  function hear(size: number) {
    if (size > peak) peak = size;
    holes.hear(size);
  }

  function endRun(at: number, sample: number) {
    const jump = Math.max(jumpIn, Math.abs(sample));
    if (run >= shortest && beforeRun > 0)
      holes.add({ from: at - run, to: at, before: beforeRun, after: 0, jump });
    run = 0;
  }

  /** Takes samples of one step with silence in it. */
  function scanRuns(line: Float64Array, from: number, to: number) {
    for (let index = from; index < to; index++) {
      const sample = line[index] as number;
      const size = Math.abs(sample);
      if (size >= silent) {
        if (run > 0) endRun(frame + index - from, sample);
        hear(size);
        continue;
      }
      if (run === 0) {
        beforeRun = Math.max(peak, peakBefore);
        jumpIn = Math.abs(line[index - 1] as number);
      }
      run += 1;
    }
  }

  return {
    add(line, count) {
      for (let from = history; from < history + count;) {
        const to = Math.min(history + count, from + stepTo - frame);
        kernels.sizesOf(line, from, to - from, sizes);
        if (run > 0 && (sizes[1] as number) < silent) run += to - from;
        else if (run > 0 || (sizes[0] as number) < silent) scanRuns(line, from, to);
        else hear(sizes[1] as number);
        frame += to - from;
        from = to;
        if (frame < stepTo) continue;
        stepTo = frame + beside;
        [peakBefore, peak] = [peak, 0];
        holes.passed(frame);
      }
    },
    find: holes.find,
  };
}
