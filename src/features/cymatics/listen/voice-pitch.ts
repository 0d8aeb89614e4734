import { onCircle, placeOf, stepsBetween } from './folded-pitch.ts';
import type { PitchFrame } from './pitch.ts';

/** A signal that repeats less exactly than this is noise. At 3 dB over noise a voice reaches 0.6 to 0.8. */
const leastClarity = 0.5;
/** A microphone's own hiss and a room at night lie below. */
const leastLevelDb = -58;
/** A voice that falls this far below its own level has stopped, whatever still rings. */
const fallDb = 9;
/** How fast the level that counts as the voice's own sinks: a plucked string's does, by 40 dB a second. */
const sinkDb = 0.4;
/** Share of a new pitch in the smoothed one: a time constant of 65 ms, slower than vibrato. */
const smoothing = 0.14;
/** A step this large, in semitones, is another note and no wavering. */
const leap = 1.5;

/** The middle one of the last places, seen from the newest, so that single wrong frames do not count. */
function medianOf(places: readonly number[]): number {
  const newest = places.at(-1) ?? 0;
  const steps = places.map((place) => stepsBetween(newest, place)).toSorted((a, b) => a - b);
  return onCircle(newest + (steps[Math.floor(steps.length / 2)] ?? 0));
}

/** Follows the pitch of a voice on the octave's circle, evened out so that vibrato stays within 20 cents. */
export function createVoicePitch() {
  let recent: number[] = [];
  let place: number | null = null;
  let ownDb = -Infinity;
  return {
    /** The place of the voice; why there is none when the frame holds none. */
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
    /** The voice has stopped; the next one starts afresh. */
    forget(): void {
      recent = [];
      place = null;
    },
  };
}
