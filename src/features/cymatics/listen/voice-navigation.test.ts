import { describe, expect, test } from 'vitest';
import { notes } from '#src/features/site/notes.ts';
import { kinds, listenTo, noises, speakers, trialOf } from './listening.fixture.ts';
import { claps, speech } from './speech.fixture.ts';
import { atLevel, joined, whiteNoise } from './voices.fixture.ts';

// bench/voice.ts runs every octave and more speakers and minutes; here each trial takes the next octave of its kind.

type Kind = keyof typeof kinds;
type Noise = keyof typeof noises;

function rightOf36(kind: Kind, noise: Noise, rateHz: number, levelDb: number): number {
  const { octaves } = kinds[kind];
  const trials = notes.flatMap((note) => [-30, 0, 30].map((cents) => ({ note, cents })));
  return trials.filter(({ note, cents }, i) => {
    const octave = octaves[(i + Math.floor(i / 3)) % octaves.length] ?? 0;
    const samples = trialOf({ kind, octave, note, cents, noise, levelDb, rateHz, seed: i + 1 });
    const { activated } = listenTo(samples, rateHz);
    return activated.length === 1 && activated[0]?.note === note;
  }).length;
}

describe('twelve notes at −30, 0 and +30 cents, 3 dB over noise', () => {
  test.each<[Kind, Noise, number, number]>([
    ['hum', 'white', 48_000, -25],
    ['hum', 'pink', 44_100, -45],
    ['voice with vibrato', 'white', 44_100, -25],
    ['voice with vibrato', 'pink', 48_000, -25],
    ['whistle', 'white', 48_000, -45],
    ['whistle', 'pink', 44_100, -25],
  ])('%s in %s noise at %i Hz and %i dBFS: at least 35 of 36 activate', (kind, noise, rateHz, levelDb) => {
    expect(rightOf36(kind, noise, rateHz, levelDb)).toBeGreaterThanOrEqual(35);
  });
});

describe('what must not navigate', () => {
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
