import type { Note } from '#src/features/site/notes.ts';
import type { Blend } from './blend.ts';
import { noteAt, onCircle, placeOf, stepsBetween } from './folded-pitch.ts';
import { hopMs, type PitchFrame } from './pitch.ts';

/** What the listener makes of the last 10 ms. */
export interface Heard {
  /** The two notes around the pitch, weights by cents; null while nothing is heard. */
  readonly blend: Blend | null;
  /** The note selected last. */
  readonly note: Note | null;
  /** How much of the hold is done, 0 to 1; 1 once it has activated, until the note or the breath ends. */
  readonly progress: number;
  readonly levelDb: number;
}

/** Times in hops of 10 ms, places in semitones, levels in dB. */
const selectHops = 100 / hopMs;
const activateHops = 750 / hopMs;
/** A hold survives a gap this long; a longer one ends it. */
const graceHops = 4;
/** A gap this long is a breath. */
const breathHops = 120 / hopMs;
const stickySteps = 0.65;
const leastClarity = 0.5;
const leastLevelDb = -58;
/** A voice that falls this far below its own level has stopped, whatever still rings in the window. */
const fallDb = 12;
/** How fast the level that counts as the voice's own sinks: plucked strings do. */
const sinkDbPerHop = 0.4;
/** Share of a new pitch in the smoothed one: a time constant of 65 ms, slower than vibrato. */
const smoothing = 0.14;

/** The middle one of the last places, seen from the newest, so that single wrong frames do not count. */
function medianOf(places: readonly number[]): number {
  const newest = places.at(-1) ?? 0;
  const steps = places.map((place) => stepsBetween(newest, place)).toSorted((a, b) => a - b);
  return onCircle(newest + (steps[Math.floor(steps.length / 2)] ?? 0));
}

/** What one frame led to. */
interface Step {
  readonly heard: Heard;
  /** The note that this frame activated. */
  readonly activated: Note | null;
}

/**
 * Turns pitch frames into a selected note (held 0.1 s) and an activation (held 0.75 s), one per breath. A note holds
 * while the voice stays within 65 cents of it. It has no clock: every frame is 10 ms.
 */
export function createHold(): (frame: PitchFrame) => Step {
  let recent: number[] = [];
  let place: number | null = null;
  let own = -Infinity;
  let silentHops = breathHops;
  let candidate: { place: number; hops: number } | null = null;
  let note: Note | null = null;
  let isSpent = false;

  function isVoice({ hz, clarity, levelDb }: PitchFrame): boolean {
    own = Math.max(own - sinkDbPerHop, levelDb);
    return hz > 0 && clarity >= leastClarity && levelDb >= Math.max(leastLevelDb, own - fallDb);
  }

  function follow(hz: number): number {
    recent = [...recent, placeOf(hz)].slice(-5);
    const median = medianOf(recent);
    const away = place === null ? 0 : stepsBetween(place, median);
    place = place === null || Math.abs(away) > 1.5 ? median : onCircle(place + smoothing * away);
    return place;
  }

  function fallSilent(): void {
    silentHops += 1;
    if (silentHops > graceHops) {
      candidate = null;
      place = null;
      recent = [];
    }
    if (silentHops >= breathHops) isSpent = false;
  }

  function hold(at: number): Note | null {
    if (!candidate || Math.abs(stepsBetween(candidate.place, at)) > stickySteps)
      candidate = { place: Math.round(at) % 12, hops: 0 };
    candidate.hops += 1;
    if (candidate.hops < selectHops) return null;
    note = noteAt(candidate.place);
    if (candidate.hops < activateHops || isSpent) return null;
    isSpent = true;
    return note;
  }

  function blendOf(at: number | null): Blend | null {
    if (at === null) return null;
    const weight = at - Math.floor(at);
    return [
      { note: noteAt(at), weight: 1 - weight },
      { note: noteAt(at + 1), weight },
    ];
  }

  return (frame) => {
    let activated: Note | null = null;
    if (isVoice(frame)) {
      silentHops = 0;
      activated = hold(follow(frame.hz));
    } else fallSilent();
    const progress = Math.min(1, (candidate?.hops ?? 0) / activateHops);
    return { heard: { blend: blendOf(place), note, progress, levelDb: frame.levelDb }, activated };
  };
}
