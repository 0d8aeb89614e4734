import type { Note } from '#src/studio/notes.ts';
import { createHold } from './hold.ts';
import { createPitchTracker, hopMs } from './pitch.ts';
import {
  atLevel,
  hum,
  pinkNoise,
  sungVowel,
  vowels,
  whistle,
  whiteNoise,
  type Sung,
} from './voices.fixture.ts';

/** The listener's result for a recording, with times in ms from its start. */
interface Result {
  readonly activated: readonly { readonly note: Note; readonly atMs: number }[];
  readonly selectedAtMs: number;
  /** The highest progress of the ring, 0 to 1. */
  readonly closest: number;
}

/** Plays a recording to the listener in blocks of 128 samples, as in a worklet. */
export function listenTo(samples: Float32Array, rateHz: number): Result {
  const activated: { note: Note; atMs: number }[] = [];
  const step = createHold();
  let atMs = 0;
  let selectedAtMs = NaN;
  let closest = 0;
  const tracker = createPitchTracker(rateHz, (frame) => {
    atMs += hopMs;
    const { heard, activated: note } = step(frame);
    if (note) activated.push({ note, atMs });
    if (heard.note && Number.isNaN(selectedAtMs)) selectedAtMs = atMs;
    closest = Math.max(closest, heard.progress);
  });
  for (let i = 0; i < samples.length; i += 128) tracker.push(samples.subarray(i, i + 128));
  return { activated, selectedAtMs, closest };
}

/** Ways to produce a note, and the octaves (relative to the site's own) in which people do. */
export const kinds = {
  hum: { octaves: [-2, -1, 0], sing: hum },
  'voice with vibrato': {
    octaves: [-1, 0, 1],
    sing: (sung: Sung) => {
      const names = Object.keys(vowels) as (keyof typeof vowels)[];
      const vowel = names[sung.seed % names.length] ?? 'a';
      return sungVowel(sung, { hz: 5 + (sung.seed % 3) / 2, cents: 30 + ((sung.seed * 7) % 21), vowel });
    },
  },
  whistle: { octaves: [1, 2, 3], sing: whistle },
} as const;

export const noises = { white: whiteNoise, pink: pinkNoise };

interface Trial {
  readonly kind: keyof typeof kinds;
  readonly octave: number;
  readonly note: Note;
  readonly cents: number;
  readonly noise: keyof typeof noises;
  readonly levelDb: number;
  readonly rateHz: number;
  readonly seed: number;
}

/** The time from the start of a trial to the start of its note. */
export const leadMs = 250;

/** Returns noise that contains a note of 1.3 s, 3 dB stronger over the whole band up to half the rate. */
export function trialOf({ kind, octave, note, cents, noise, levelDb, rateHz, seed }: Trial): Float32Array {
  const hz = note.hz * 2 ** (octave + cents / 1200);
  const tone = atLevel(kinds[kind].sing({ hz, seconds: 1.3, rateHz, seed }), 0);
  const lead = Math.round((leadMs / 1000) * rateHz);
  const all = atLevel(noises[noise](tone.length + 2 * lead, seed), -3);
  tone.forEach((sample, i) => (all[lead + i] = (all[lead + i] ?? 0) + sample));
  return atLevel(all, levelDb);
}

/** People whose speech must not navigate. */
export const speakers = {
  'a man': { meanHz: 100, rangeSteps: 5, vowelMs: [80, 250] },
  'somebody between': { meanHz: 150, rangeSteps: 6, vowelMs: [80, 300] },
  'a woman': { meanHz: 220, rangeSteps: 6, vowelMs: [80, 300] },
  'a slow man': { meanHz: 110, rangeSteps: 4, vowelMs: [250, 400] },
  'a slow woman': { meanHz: 220, rangeSteps: 4, vowelMs: [250, 400] },
  'a monotonous man': { meanHz: 120, rangeSteps: 1.5, vowelMs: [80, 300] },
  'a nearly chanting one': { meanHz: 150, rangeSteps: 0.7, vowelMs: [100, 400] },
} as const;
