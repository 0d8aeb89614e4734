import { onCircle, stepsBetween } from './folded-pitch.ts';
import type { PitchFrame } from './pitch.ts';

/** A sound comes to rest in this many hops; what it does before is its attack. */
const attackHops = 10;
/** How much one steady sound may vary: colour, level in dB, pitch in semitones. */
const sameSound = { colour: 0.13, levelDb: 6, steps: 0.6 };
/** Above this, harmonics are so far apart that vibrato alone changes the colour; speech is not this high. */
const highHz = 450;
const highShare = 2;
/** Over how many hops each is averaged, once the sound is that old. */
const memory = { colour: 20, levelDb: 10, steps: 30 };

/** The mean of what a sound has been. */
interface Known {
  colour: Float32Array;
  levelDb: number;
  place: number;
}

/** Root mean square difference of two colours; 0.05 to 0.1 is what noise and vibrato do to one and the same sound. */
function colourDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length);
}

/**
 * Tells how far a sound has moved from what it has been since `restart`, from 0; over 1 it is another sound, such as
 * the next syllable. A held note keeps its colour, level and pitch at once; speech changes one of them every 0.1 to 0.4 s.
 */
export function createSteadiness() {
  let known: Known | undefined;
  let age = 0;
  let recent: Float32Array[] = [];

  /** Three hops' mean: a third of the noise, and a syllable lasts longer. */
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
