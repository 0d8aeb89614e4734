import { expect, test } from 'vitest';
import { noteOf, notes } from '#src/studio/notes.ts';
import { spectrogramOf } from './spectrogram.ts';
import { peaksOf, strikeOf } from './strike.ts';

test('a struck plate starts at rest, peaks at 1 and fades out', () => {
  for (const note of notes) {
    const strike = strikeOf(note, { seconds: 1.6, rateHz: 4000 });
    const bars = peaksOf(strike, 16);
    expect(strike[0]).toBeCloseTo(0, 12);
    expect(Math.max(...bars.map(({ low, high }) => Math.max(-low, high)))).toBeCloseTo(1, 5);
    const [first, last] = [bars[1], bars.at(-1)];
    expect((last?.high ?? 1) / (first?.high ?? 0)).toBeLessThan(0.25);
  }
});

test('two strikes of a note are the same, those of two notes are not', () => {
  const strike = (slug: 'e4' | 'f4') => strikeOf(noteOf(slug), { seconds: 0.1, rateHz: 4000 });
  expect(strike('e4')).toEqual(strike('e4'));
  expect(strike('e4')).not.toEqual(strike('f4'));
});

test("a spectrogram of a strike has most grains at the note's frequency", () => {
  for (const note of notes) {
    const [width, height, lowHz, highHz] = [120, 300, 200, 800];
    const strike = strikeOf(note, { seconds: 1.6, rateHz: 4000 });
    const options = { rateHz: 4000, width, height, lowHz, highHz, rangeDb: 40 };
    const grains = spectrogramOf(strike, options);
    const rows = Array.from({ length: height }, (_, row) =>
      grains.subarray(row * width, (row + 1) * width).reduce((sum, grain) => sum + grain, 0),
    );
    const centre = Math.round((Math.log(highHz / note.hz) / Math.log(highHz / lowHz)) * height);
    const near = (at: number) => rows.slice(at - 6, at + 7).reduce((sum, count) => sum + count, 0);
    const most = Math.max(...rows.map((_, at) => near(at)));
    expect(near(centre), note.id).toBeGreaterThan(0.8 * most);
  }
});
