import { expect, test } from 'vitest';
import { binsIn, waveOutline } from './timeline-drawing.ts';

test('returns the bins of a view with one more on either side, and none after the end of the sound', () => {
  const level = { samples: 10, bins: 50 };
  const at = (fromMs: number, toMs: number) => binsIn({ fromMs, toMs }, 1000, level);
  expect(at(0, 100)).toEqual({ first: 0, end: 11 });
  expect(at(200, 300)).toEqual({ first: 19, end: 31 });
  expect(at(450, 900)).toEqual({ first: 44, end: 50 });
  expect(at(800, 900)).toEqual({ first: 50, end: 50 });
  expect(waveOutline({ fromMs: 800, toMs: 900 }, 1000, { samples: 10, first: 50, pairs: [] })).toBe('');
});
