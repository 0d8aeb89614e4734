import { createRandom } from '#src/figures/random.ts';
import { createFormant, glottis, joined, vowels } from './voices.fixture.ts';

/** A synthetic speaker, whom the listener must ignore. */
export interface Speaker {
  readonly meanHz: number;
  /** How far accents and the fall over a phrase move the pitch, in semitones. */
  readonly rangeSteps: number;
  /** Shortest and longest vowel. */
  readonly vowelMs: readonly [number, number];
}

interface Sound {
  readonly ms: number;
  /** The pitch at the start and at the end, in semitones above the mean. */
  readonly steps: readonly [number, number];
  readonly formants: readonly number[];
  readonly voice: number;
  readonly hiss: number;
  readonly hissHz: number;
}

const silence = { steps: [0, 0], formants: vowels.a, voice: 0, hiss: 0, hissHz: 1000 } as const;
const lists = Object.values(vowels);

function pick<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

/** Returns a consonant before a vowel that starts at `step`: stop, fricative, nasal or liquid, or none. */
function consonant(step: number, random: () => number): Sound[] {
  const kind = random();
  if (kind < 0.3)
    return [
      { ...silence, ms: 40 + 60 * random() },
      { ...silence, ms: 12, hiss: 0.5, hissHz: 1500 + 2500 * random() },
    ];
  if (kind < 0.55)
    return [{ ...silence, ms: 60 + 80 * random(), hiss: 0.35, hissHz: 2500 + 4000 * random() }];
  if (kind < 0.65)
    return [{ ...silence, ms: 60 + 50 * random(), steps: [step, step], voice: 0.3, hiss: 0.2, hissHz: 4000 }];
  if (kind < 0.9)
    return [
      { ...silence, ms: 50 + 50 * random(), steps: [step, step], formants: [250, 1100, 2200], voice: 0.5 },
    ];
  return [];
}

/** Returns one to twelve syllables that fall over the phrase, with accents and slides, and a pause. */
function phrase({ rangeSteps, vowelMs }: Speaker, random: () => number): Sound[] {
  const sounds: Sound[] = [];
  let vowel = pick(lists, random);
  const count = 1 + Math.floor(random() * 12);
  for (let i = 0; i < count; i += 1) {
    const line = rangeSteps * (0.5 - i / count);
    const from = line + rangeSteps * 0.5 * (random() - 0.5);
    const slide = rangeSteps * (random() - 0.6) * (i === count - 1 ? 1.2 : 0.7);
    const onset = consonant(from, random);
    // Without a pause between them, the same vowel twice would be one longer vowel.
    vowel = pick(onset.length > 0 ? lists : lists.filter((other) => other !== vowel), random);
    sounds.push(...onset, {
      ...silence,
      ms: vowelMs[0] + (vowelMs[1] - vowelMs[0]) * random(),
      steps: [from, from + slide],
      formants: vowel,
      voice: 0.7 + 0.6 * random(),
    });
  }
  return [...sounds, { ...silence, ms: 120 + 600 * random() ** 2 }];
}

/** Blends sounds into each other: formants and loudness change in about 15 ms, the pitch has jitter. */
function createMouth(meanHz: number, rateHz: number, random: () => number) {
  const formants = [createFormant(rateHz), createFormant(rateHz), createFormant(rateHz)];
  const hissing = createFormant(rateHz);
  const now = { formants: [...vowels.a] as number[], voice: 0, hiss: 0 };
  let phase = 0;
  let jitter = 0;
  return ({ ms, steps, formants: aims, voice, hiss, hissHz }: Sound): Float32Array => {
    const length = Math.round((ms / 1000) * rateHz);
    hissing.tune(hissHz, 0.5 * hissHz);
    return new Float32Array(length).map((_, i) => {
      if (i % 48 === 0) {
        now.voice += 0.07 * (voice - now.voice);
        now.hiss += 0.1 * (hiss - now.hiss);
        jitter += 0.1 * ((random() - 0.5) * 0.5 - jitter);
        for (const [at, formant] of formants.entries()) {
          now.formants[at] = (now.formants[at] ?? 0) + 0.06 * ((aims[at] ?? 0) - (now.formants[at] ?? 0));
          formant.tune(now.formants[at] ?? 0, 50 + 0.05 * (now.formants[at] ?? 0));
        }
      }
      const step = steps[0] + ((steps[1] - steps[0]) * i) / length + jitter;
      const before = phase;
      phase = (phase + (meanHz * 2 ** (step / 12)) / rateHz) % 1;
      const shimmer = before > phase ? 1 + 0.2 * (random() - 0.5) : 1;
      const source = glottis(phase) * now.voice * shimmer + 0.02 * (random() - 0.5) * now.voice;
      const voiced = formants.reduce((sample, formant) => formant.pass(sample), source);
      return voiced + hissing.pass((random() - 0.5) * now.hiss);
    });
  };
}

/** Returns speech-like sound of at least this length. */
export function speech(speaker: Speaker, seconds: number, rateHz: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const speak = createMouth(speaker.meanHz, rateHz, random);
  const pieces: Float32Array[] = [];
  for (let length = 0; length < seconds * rateHz;)
    for (const sound of phrase(speaker, random)) {
      const piece = speak(sound);
      pieces.push(piece);
      length += piece.length;
    }
  return joined(pieces);
}

/**
 * Returns the sound of hands that clap two to five times a second: bursts of 5 to 60 ms through a resonance, in a room
 * with a reverb of 0.3 s.
 */
export function claps(seconds: number, rateHz: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round(seconds * rateHz));
  for (let t = 0.1; t < seconds; t += 0.2 + 0.3 * random()) {
    const hollow = createFormant(rateHz);
    hollow.tune(700 + 1500 * random(), 300 + 400 * random());
    const decay = 0.004 + 0.016 * random();
    const start = Math.round(t * rateHz);
    for (let i = start; i < Math.min(samples.length, start + 0.5 * rateHz); i += 1) {
      const since = (i - start) / rateHz;
      const loud = Math.exp(-since / decay) + 0.05 * Math.exp(-since / 0.06);
      samples[i] = (samples[i] ?? 0) + hollow.pass((random() - 0.5) * loud);
    }
  }
  return samples;
}
