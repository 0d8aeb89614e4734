import { describe, expect, test } from 'vitest';
import { noteOf } from '#src/studio/notes.ts';
import { createHold } from './hold.ts';
import type { PitchFrame } from './pitch.ts';

const steady = new Float32Array(16);
const silence: PitchFrame = { hz: 0, clarity: 0, levelDb: -90, colour: steady };
const voice = (hz: number, more: Partial<PitchFrame> = {}): PitchFrame => ({
  hz,
  clarity: 0.9,
  levelDb: -25,
  colour: steady,
  ...more,
});
const a4 = 440;
const cents = (hz: number, by: number) => hz * 2 ** (by / 1200);

/** Feeds 10 ms frames for a duration and collects the results. */
function listener() {
  const step = createHold();
  const activated: string[] = [];
  let heard = step(silence).heard;
  return {
    activated,
    hear: (frame: PitchFrame | ((i: number) => PitchFrame), ms: number) => {
      for (let i = 0; i < ms / 10; i += 1) {
        const result = step(typeof frame === 'function' ? frame(i) : frame);
        heard = result.heard;
        if (result.activated) activated.push(result.activated.id);
      }
      return heard;
    },
  };
}

describe('a held note', () => {
  test('is selected after 0.1 s, not before', () => {
    const { hear } = listener();
    expect(hear(voice(a4), 90).note).toBeNull();
    expect(hear(voice(a4), 10).note).toBe(noteOf('a4'));
  });

  test('fills the ring evenly and activates after 0.75 s, not before', () => {
    const { hear, activated } = listener();
    expect(hear(voice(a4), 370).progress).toBeCloseTo(0.493, 2);
    hear(voice(a4), 370);
    expect(activated).toEqual([]);
    expect(hear(voice(a4), 10).progress).toBe(1);
    expect(activated).toEqual(['A4']);
  });

  test.each([
    ['a bass', 110],
    ['a tenor', 220],
    ['a whistle', 1760],
  ])('is the same note from %s', (_, hz) => {
    const { hear, activated } = listener();
    hear(voice(hz), 800);
    expect(activated).toEqual(['A4']);
  });

  test('stays selected while the voice drifts up to 65 cents from it, and no further', () => {
    const { hear } = listener();
    hear(voice(a4), 100);
    hear((i) => voice(cents(a4, Math.min(60, i / 5))), 3500);
    expect(hear(voice(cents(a4, 60)), 300).note).toBe(noteOf('a4'));
    hear((i) => voice(cents(a4, Math.min(90, 60 + i / 5))), 2000);
    expect(hear(voice(cents(a4, 90)), 300).note).toBe(noteOf('as4'));
  });

  test('survives single wrong frames and 40 ms under noise', () => {
    const { hear, activated } = listener();
    hear(
      (i) => (i % 12 < 4 && i > 20 ? voice(a4, { clarity: 0.2 }) : voice(i % 17 === 0 ? 3 * a4 : a4)),
      1200,
    );
    expect(activated).toEqual(['A4']);
  });

  test('survives vibrato of 50 cents', () => {
    const { hear, activated } = listener();
    hear((i) => voice(cents(a4, 30 + 50 * Math.sin((2 * Math.PI * 5.5 * i) / 100))), 1000);
    expect(activated).toEqual(['A4']);
  });
});

describe('a breath', () => {
  test('activates once, however long it lasts', () => {
    const { hear, activated } = listener();
    hear(voice(a4), 4000);
    hear(voice(330), 2000);
    expect(activated).toEqual(['A4']);
  });

  test('empties its ring once the note is left after its activation', () => {
    const { hear } = listener();
    expect(hear(voice(a4), 1000).progress).toBe(1);
    expect(hear(voice(330), 1000).progress).toBe(0);
  });

  test('is over after 0.12 s of silence, not before', () => {
    const { hear, activated } = listener();
    hear(voice(a4), 800);
    hear(silence, 110);
    hear(voice(a4), 800);
    expect(activated).toEqual(['A4']);
    hear(silence, 120);
    hear(voice(a4), 800);
    expect(activated).toEqual(['A4', 'A4']);
  });
});

describe('what does not activate a note:', () => {
  test('noise, which has no pitch', () => {
    const { hear } = listener();
    expect(hear(voice(a4, { clarity: 0.4 }), 1000)).toMatchObject({ blend: null, note: null, progress: 0 });
  });

  test('a sound that is too soft', () => {
    const { hear } = listener();
    expect(hear(voice(a4, { levelDb: -60 }), 1000)).toMatchObject({ blend: null, note: null });
  });

  test('a glide', () => {
    const { hear, activated } = listener();
    hear((i) => voice(cents(220, i * 3)), 4000);
    expect(activated).toEqual([]);
  });

  test('syllables on one pitch, whose colour changes', () => {
    const { hear, activated } = listener();
    const vowels = [steady, new Float32Array(16).fill(0.3)];
    hear((i) => voice(a4 / 2, { colour: vowels[Math.floor(i / 30) % 2] ?? steady }), 10_000);
    expect(activated).toEqual([]);
  });

  test('syllables on one pitch, whose level dips', () => {
    const { hear, activated } = listener();
    hear((i) => voice(a4 / 2, { levelDb: i % 40 < 8 ? -32 : -25 }), 10_000);
    expect(activated).toEqual([]);
  });

  test('syllables on one pitch, with 30 ms of silence between', () => {
    const { hear, activated } = listener();
    hear((i) => (i % 40 < 3 ? silence : voice(a4 / 2)), 10_000);
    expect(activated).toEqual([]);
  });

  test('after chatter, a vowel of 0.8 s', () => {
    const { hear, activated } = listener();
    hear((i) => voice(i % 40 < 20 ? 220 : 300), 2000);
    hear(voice(440), 800);
    expect(activated).toEqual([]);
  });
});

describe('the blend', () => {
  const weights = (hz: number) => {
    const { hear } = listener();
    return hear(voice(hz), 50).blend?.map(({ note, weight }) => [note.id, Math.round(weight * 100) / 100]);
  };

  test('is the note itself when it is hit', () => {
    expect(weights(440)).toEqual([
      ['A4', 1],
      ['A#4', 0],
    ]);
  });

  test('weighs the neighbours by cents', () => {
    expect(weights(cents(440, 25))).toEqual([
      ['A4', 0.75],
      ['A#4', 0.25],
    ]);
  });

  test('passes from B to C without a step', () => {
    expect(weights(cents(493.88, 40))).toEqual([
      ['B4', 0.6],
      ['C4', 0.4],
    ]);
    expect(weights(523.26)).toEqual([
      ['C4', 1],
      ['C#4', 0],
    ]);
  });

  test('ends together with the note when the voice stops', () => {
    const { hear } = listener();
    hear(voice(a4), 300);
    expect(hear(silence, 50)).toMatchObject({ blend: null, note: null, progress: 0 });
  });
});
