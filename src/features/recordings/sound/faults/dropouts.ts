import { createPlaces, type ChannelFinder } from './faults.ts';

const silent = 1e-5;
const shortestS = 0.001;
const longestS = 0.15;
/** What lies before and behind a hole. */
const besideS = 0.02;
/** −40 dBFS: in anything quieter a hole may be a pause. */
const leastPeak = 0.01;
/** A hole begins and ends in the middle of a sound, not where it has faded: what is beside it is about as loud. */
const mostRatio = 4;
/** Of what is beside it: how far the wave jumps to or from silence. */
const leastJump = 0.05;
/** A wave that is silent in each of its periods, as some synthesised ones, has more of them in so short a time. */
const neighbourS = 0.2;
const mostNeighbours = 3;
/** A gate in the rhythm of the music leaves holes at even distances. */
const rhythmS = 0.6;
const rhythmShare = 0.03;
const leastRhythm = 4;

type Hole = { readonly from: number; readonly to: number; readonly before: number; readonly jump: number };

/** Finds short holes of digital silence within a running sound. */
export function createDropoutFinder(rateHz: number): ChannelFinder {
  const inFrames = (s: number) => Math.round(s * rateHz);
  const [shortest, longest, beside] = [inFrames(shortestS), inFrames(longestS), inFrames(besideS)];
  const places = createPlaces();
  /** Holes that came lately, whether they count or not. */
  let recent: Hole[] = [];
  let judged = 0;
  let holes = 0;
  let isRhythm = 0;
  let gap = 0;
  let previous = -Infinity;

  let frame = 0;
  let run = 0;
  let last = 0;
  /** The loudest of this and of the step before it: what lies right before a hole. */
  let peak = 0;
  let peakBefore = 0;
  let stepTo = beside;
  let beforeRun = 0;
  let jumpIn = 0;
  /** A hole that waits for what comes behind it. */
  let open: { hole: Hole; after: number; until: number } | null = null;

  /** Counts how many holes follow each other at the same distance. */
  function listen({ from }: Hole) {
    const distance = from - previous;
    if (distance < inFrames(rhythmS) && Math.abs(distance - gap) < rhythmShare * distance) isRhythm += 1;
    holes += 1;
    gap = distance;
    previous = from;
  }

  /** Counts what had no crowd of holes before it and behind it. */
  function judge(now: number) {
    const span = inFrames(neighbourS);
    while (judged < recent.length) {
      const hole = recent[judged];
      if (!hole || hole.to + span > now) return;
      const crowd = recent.filter(({ from }) => Math.abs(from - hole.from) < span).length;
      if (crowd <= mostNeighbours && hole.jump > 0) places.add(hole.from, hole.to);
      listen(hole);
      judged += 1;
    }
    const first = recent.findIndex(({ to }) => to + 2 * span > now);
    const gone = Math.min(judged, first < 0 ? recent.length : first);
    recent = recent.slice(gone);
    judged -= gone;
  }

  function close() {
    if (!open) return;
    const { hole, after } = open;
    const { before, jump } = hole;
    const isRunning = Math.min(before, after) > leastPeak;
    const isAsLoud = Math.max(before, after) < mostRatio * Math.min(before, after);
    const isHole = isRunning && isAsLoud && jump > leastJump * Math.min(before, after);
    recent.push(isHole ? hole : { ...hole, jump: 0 });
    open = null;
  }

  function endRun(sample: number) {
    if (run >= shortest && beforeRun > 0) {
      close();
      const hole = {
        from: frame - run,
        to: frame,
        before: beforeRun,
        jump: Math.max(jumpIn, Math.abs(sample)),
      };
      // What is longer is a pause; it still shows that the wave is often silent.
      open = { hole: run > longest ? { ...hole, before: 0 } : hole, after: 0, until: frame + beside };
    }
    run = 0;
  }

  /** Takes samples of one step. */
  function scan(samples: Float64Array, from: number, to: number) {
    const start = frame - from;
    let most = peak;
    for (let index = from; index < to; index++) {
      const sample = samples[index] ?? 0;
      const size = sample < 0 ? -sample : sample;
      if (size < silent) {
        if (run === 0) {
          beforeRun = Math.max(most, peakBefore);
          jumpIn = Math.abs((index > 0 ? samples[index - 1] : last) ?? 0);
        }
        run += 1;
        continue;
      }
      if (run > 0) {
        frame = start + index;
        endRun(sample);
      }
      if (size > most) most = size;
      if (open !== null && size > open.after) open.after = size;
    }
    peak = most;
    last = samples[to - 1] ?? last;
    frame = start + to;
  }

  return {
    add(samples, total) {
      for (let from = 0; from < total;) {
        const to = Math.min(total, from + stepTo - frame);
        scan(samples, from, to);
        from = to;
        if (frame < stepTo) continue;
        stepTo = frame + beside;
        peakBefore = peak;
        peak = 0;
        if (open !== null && frame >= open.until) close();
        if (recent.length > 0) judge(frame);
      }
    },
    find() {
      close();
      judge(Infinity);
      if (holes >= leastRhythm && isRhythm >= (holes - 2) / 2) places.clear();
      return places;
    },
  };
}
