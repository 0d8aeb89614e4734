import { type Note, notes } from '#src/studio/notes.ts';
import type { Blend } from '#src/figures/blend.ts';
import { hopMs, type PitchFrame } from './pitch.ts';

/** A less exactly periodic signal is noise. At 3 dB over noise a voice reaches 0.6 to 0.8. */
const leastClarity = 0.5;
/** A microphone's own noise and a quiet room are below this level. */
const leastLevelDb = -58;
/** A voice that falls this far below its own level has stopped, whatever still rings. */
const fallDb = 9;
/** How fast the reference level of the voice decays: a plucked string loses 40 dB a second. */
const sinkDb = 0.4;
/** The weight of a new pitch in the smoothed one: a time constant of 65 ms, slower than vibrato. */
const smoothing = 0.14;
/** A larger step, in semitones, is another note rather than pitch variation. */
const leap = 1.5;

/** Returns the median of the last places, relative to the newest, so that single wrong frames do not count. */
function medianOf(places: readonly number[]): number {
  const newest = places.at(-1) ?? 0;
  const steps = places.map((place) => stepsBetween(newest, place)).toSorted((a, b) => a - b);
  return onCircle(newest + (steps[Math.floor(steps.length / 2)] ?? 0));
}

/** Tracks the pitch of a voice on the octave's circle, smoothed so that vibrato stays within 20 cents. */
function createVoicePitch() {
  let recent: number[] = [];
  let place: number | null = null;
  let ownDb = -Infinity;
  return {
    /** Returns the place of the voice, or why the frame has none. */
    follow({ hz, clarity, levelDb }: PitchFrame): number | 'unclear' | 'soft' {
      ownDb = Math.max(ownDb - sinkDb, levelDb);
      if (levelDb < Math.max(leastLevelDb, ownDb - fallDb)) return 'soft';
      if (hz === 0 || clarity < leastClarity) return 'unclear';
      recent = [...recent, placeOf(hz)].slice(-5);
      const median = medianOf(recent);
      const away = place === null ? leap : stepsBetween(place, median);
      place = place === null || Math.abs(away) >= leap ? median : onCircle(place + smoothing * away);
      return place;
    },
    /** Resets the tracker after the voice has stopped. */
    forget(): void {
      recent = [];
      place = null;
    },
  };
}

/** The attack of a sound lasts at most this many hops. */
const attackHops = 10;
/** How much one steady sound may vary: spectral colour, level in dB, pitch in semitones. */
const sameSound = { colour: 0.13, levelDb: 6, steps: 0.6 };
/** Above this, harmonics are so far apart that vibrato alone changes the colour. Speech is lower. */
const highHz = 450;
const highShare = 2;
/** The number of hops over which each value is averaged, once the sound is that old. */
const memory = { colour: 20, levelDb: 10, steps: 30 };

/** The mean of a sound so far. */
interface Known {
  colour: Float32Array;
  levelDb: number;
  place: number;
}

/** Returns the root mean square difference of two colours. Noise and vibrato alone cause 0.05 to 0.1. */
function colourDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length);
}

/**
 * Measures how far a sound has moved from its mean since `restart`, from 0; above 1 it is another sound, such as the
 * next syllable. A held note keeps its colour, level and pitch; speech changes one of them every 0.1 to 0.4 s.
 */
function createSteadiness() {
  let known: Known | undefined;
  let age = 0;
  let recent: Float32Array[] = [];

  /** Returns the mean of three hops: a third of the noise, and still shorter than a syllable. */
  function calmed(colour: Float32Array): Float32Array {
    recent = [...recent, colour].slice(-3);
    return colour.map((_, i) => recent.reduce((sum, each) => sum + (each[i] ?? 0), 0) / recent.length);
  }

  return {
    restart(): void {
      age = 0;
    },
    differenceOf(frame: PitchFrame, place: number): number {
      const colour = calmed(frame.colour);
      age += 1;
      if (!known || age <= attackHops) {
        known = { colour, levelDb: frame.levelDb, place };
        return 0;
      }
      const share = (hops: number) => 1 / Math.min(age - attackHops + 1, hops);
      const before = known.colour;
      const level = frame.levelDb - known.levelDb;
      const steps = stepsBetween(known.place, place);
      const distance = colourDistance(colour, before) / (frame.hz > highHz ? highShare : 1);
      known = {
        colour: before.map((value, i) => value + ((colour[i] ?? 0) - value) * share(memory.colour)),
        levelDb: known.levelDb + level * share(memory.levelDb),
        place: onCircle(known.place + steps * share(memory.steps)),
      };
      return Math.hypot(distance / sameSound.colour, level / sameSound.levelDb, steps / sameSound.steps);
    },
  };
}

/** Places on the octave's circle, in semitones: 0 is C4, 11 is B4, 12 is 0 again. */
const octave = notes.length;
const edges = [...notes.map((note) => note.hz), 2 * (notes[0]?.hz ?? 0)];

/** Returns the place of a frequency on the circle, 0 ≤ place < 12, exact at the site's own frequencies. */
export function placeOf(hz: number): number {
  const lowest = edges[0] ?? 0;
  const folded = hz / 2 ** Math.floor(Math.log2(hz / lowest));
  const index = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= folded),
  );
  const from = edges[index] ?? lowest;
  const to = edges[index + 1] ?? 2 * from;
  return (index + Math.log2(folded / from) / Math.log2(to / from)) % octave;
}

/** Returns the shortest way from one place to another, −6 to 6 semitones. */
export function stepsBetween(from: number, to: number): number {
  const steps = to - from;
  return steps - octave * Math.round(steps / octave);
}

/** Folds a place into one octave: 0 ≤ place < 12. */
export const onCircle = (place: number): number => place - octave * Math.floor(place / octave);

/** Returns the note at or next below a place. */
export function noteAt(place: number): Note {
  const note = notes[Math.floor(onCircle(place)) % octave];
  if (!note) throw new Error(`no note at ${place}`);
  return note;
}

/** The state of the listener after 10 ms. */
export interface Heard {
  /** The two notes around the pitch, weighted by cents; null while there is no pitch. */
  readonly blend: Blend | null;
  /** The selected note; null until one has been held, and after the voice stops. */
  readonly note: Note | null;
  /** The progress of the hold, 0 to 1. It stays at 1 after the activation while the note is held. */
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
/** This many broken holds count as chatter; the count decays with a time constant of 1.4 s. */
const chatter = 3;
const forgetting = 0.993;
/** A hold survives a gap of this length: when noise covers the voice, and when the voice is gone. */
const graceHops = { unclear: 40 / hopMs, soft: 10 / hopMs };
/** A gap this long is a breath. */
const breathHops = 120 / hopMs;
/** A note is held while the voice stays this close to it, in semitones. */
const sticky = 0.65;

interface Hold {
  /** The note's place, 0 to 11. */
  readonly place: number;
  readonly needHops: number;
  hops: number;
  hasActivated: boolean;
}

/** Returns the two notes around a place on the octave's circle, across the wrap from B to C, too. */
function blendAt(place: number): Blend {
  const weight = place - Math.floor(place);
  return [
    { note: noteAt(place), weight: 1 - weight },
    { note: noteAt(place + 1), weight },
  ];
}

/**
 * Turns pitch frames into a selected note (held 0.1 s) and an activation (held 0.75 s as one steady sound), at most one
 * per breath. It has no clock: every frame is 10 ms.
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

  /** Lengthens a hold by one frame. Returns the note that this activates. */
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
