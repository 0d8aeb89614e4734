import type { Note } from '#src/studio/notes.ts';
import type { Blend } from '#src/figures/blend.ts';
import { noteAt, stepsBetween } from './folded-pitch.ts';
import { hopMs, type PitchFrame } from './pitch.ts';
import { createSteadiness } from './steadiness.ts';
import { createVoicePitch } from './voice-pitch.ts';

/** What the listener heard in the last 10 ms. */
export interface Heard {
  /** The two notes around the pitch, weights by cents; null while nothing is heard. */
  readonly blend: Blend | null;
  /** The note selected by the voice that is heard; null until one has been held, and when the voice stops. */
  readonly note: Note | null;
  /** How much of the hold is done, 0 to 1. It stays at 1 after the activation while the note is held on. */
  readonly progress: number;
  readonly levelDb: number;
}

/** The result of one frame. */
interface Step {
  readonly heard: Heard;
  /** The note that this frame activated. */
  readonly activated: Note | null;
}

const selectHops = 100 / hopMs;
const activateHops = 750 / hopMs;
/** After recent chatter, a hold must be longer than the longest vowel. */
const chatterHops = 1050 / hopMs;
/** This many broken holds are chatter; they are forgotten with a time constant of 1.4 s. */
const chatter = 3;
const forgetting = 0.993;
/** A hold survives a gap this long, when noise covers the voice and when the voice itself is gone; a longer one ends it. */
const graceHops = { unclear: 40 / hopMs, soft: 10 / hopMs };
/** A gap this long is a breath. */
const breathHops = 120 / hopMs;
/** A note is held while the voice stays this near to it, in semitones. */
const sticky = 0.65;

interface Hold {
  /** The note's place, 0 to 11. */
  readonly place: number;
  readonly needHops: number;
  hops: number;
  hasActivated: boolean;
}

/** The two notes around a place on the octave's circle, whole across the wrap from B to C. */
function blendAt(place: number): Blend {
  const weight = place - Math.floor(place);
  return [
    { note: noteAt(place), weight: 1 - weight },
    { note: noteAt(place + 1), weight },
  ];
}

/**
 * Turns pitch frames into a selected note (held 0.1 s) and an activation (held 0.75 s as one steady sound), at most one
 * a breath. It has no clock: every frame is 10 ms.
 */
export function createHold(): (frame: PitchFrame) => Step {
  const voice = createVoicePitch();
  const steadiness = createSteadiness();
  let hold: Hold | null = null;
  let note: Note | null = null;
  let blend: Blend | null = null;
  let silentHops = 0;
  let isSpent = false;
  let broken = 0;

  function beginAt(place: number): Hold {
    broken += 1;
    steadiness.restart();
    const needHops = broken > chatter ? chatterHops : activateHops;
    return { place: Math.round(place) % 12, needHops, hops: 0, hasActivated: false };
  }

  function fallSilent(why: keyof typeof graceHops): void {
    silentHops += 1;
    if (silentHops > graceHops[why]) {
      [hold, note, blend] = [null, null, null];
      voice.forget();
    }
    if (silentHops >= breathHops) isSpent = false;
  }

  /** The note that this much more of it activates. */
  function lengthen(current: Hold): Note | null {
    current.hops += 1;
    if (current.hops < selectHops) return null;
    note = noteAt(current.place);
    if (current.hops < current.needHops || isSpent) return null;
    isSpent = true;
    current.hasActivated = true;
    return note;
  }

  function sound(place: number, frame: PitchFrame): Note | null {
    silentHops = 0;
    blend = blendAt(place);
    const isOther = steadiness.differenceOf(frame, place) > 1;
    if (!hold || isOther || Math.abs(stepsBetween(hold.place, place)) > sticky) hold = beginAt(place);
    return lengthen(hold);
  }

  function progress(): number {
    if (!hold || (isSpent && !hold.hasActivated)) return 0;
    return Math.min(1, hold.hops / hold.needHops);
  }

  return (frame) => {
    broken *= forgetting;
    const place = voice.follow(frame);
    const activated = typeof place === 'number' ? sound(place, frame) : null;
    if (typeof place === 'string') fallSilent(place);
    return { heard: { blend, note, progress: progress(), levelDb: frame.levelDb }, activated };
  };
}
