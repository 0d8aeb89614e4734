import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { kinds, listenTo, speakers, trialOf } from './listening.fixture.ts';
import { claps, speech } from './speech.fixture.ts';
import { atLevel, joined, whiteNoise } from './voices.fixture.ts';

// bench/voice.ts runs every octave in every noise, and more speakers and minutes. Here each trial takes the next octave
// of its kind and the next of these surroundings, which contain every pair of noise, rate and level.
const surroundings = [
  { noise: 'white', rateHz: 48_000, levelDb: -25 },
  { noise: 'white', rateHz: 44_100, levelDb: -45 },
  { noise: 'pink', rateHz: 48_000, levelDb: -45 },
  { noise: 'pink', rateHz: 44_100, levelDb: -25 },
] as const;

function rightOf36(kind: keyof typeof kinds): number {
  const { octaves } = kinds[kind];
  const trials = notes.flatMap((note) => [-30, 0, 30].map((cents) => ({ note, cents })));
  return trials.filter(({ note, cents }, i) => {
    const octave = octaves[(i + Math.floor(i / 3)) % octaves.length] ?? 0;
    const around = surroundings[i % surroundings.length] ?? surroundings[0];
    const samples = trialOf({ kind, octave, note, cents, seed: i + 1, ...around });
    const { activated } = listenTo(samples, around.rateHz);
    return activated.length === 1 && activated[0]?.note === note;
  }).length;
}

describe('twelve notes at −30, 0 and +30 cents, 3 dB over noise', () => {
  test.each(['hum', 'voice with vibrato', 'whistle'] as const)(
    '%s, in white and pink noise, at two rates and levels: at least 35 of 36 activate',
    (kind) => {
      expect(rightOf36(kind)).toBeGreaterThanOrEqual(35);
    },
  );
});

describe('no navigation', () => {
  const rateHz = 48_000;

  test.each(Object.entries(speakers))('ten seconds of %s talking', (_, speaker) => {
    const samples = atLevel(speech(speaker, 10, rateHz, 5), -24);
    expect(listenTo(samples, rateHz).activated).toEqual([]);
  });

  test('ten seconds of claps, ten of noise', () => {
    const samples = joined([atLevel(claps(10, rateHz, 1), -20), atLevel(whiteNoise(10 * rateHz, 2), -30)]);
    expect(listenTo(samples, rateHz)).toMatchObject({ activated: [], selectedAtMs: NaN });
  });
});
