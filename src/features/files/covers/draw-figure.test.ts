import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { figurePathOf } from '#src/audio/figure-path.ts';
import { recordingFigureSvg, savedFigurePng, smallFigurePng } from './draw-figure.ts';

const chord = [
  { note: 57, hz: 220, share: 1 },
  { note: 64, hz: 329.63, share: 0.9 },
  { note: 60, hz: 261.63, share: 0.7 },
];

describe.each([
  ['a chord', chord],
  ['noise', []],
])('the figure of %s', (_, pitches) => {
  const figure = { pitches, path: figurePathOf(pitches) };

  test('is an SVG of a few kB with an accessible caption', async () => {
    const svg = recordingFigureSvg(figure);
    expect(svg.length).toBeLessThan(9000);
    expect(svg).toContain(
      pitches.length > 0 ? 'A3, 220 Hz, with E4 and C4 · modes' : 'No steady pitch was heard.',
    );
    const picture = sharp(Buffer.from(svg));
    expect(await picture.metadata()).toMatchObject({ format: 'svg', width: 400, height: 400 });
    // Lines on a dark plate.
    const { channels } = await picture.stats();
    expect(channels[0]?.mean).toBeGreaterThan(16);
    expect(channels[0]?.mean).toBeLessThan(70);
  });

  test('is saved as a 2048×2048 PNG with its caption', async () => {
    const png = await savedFigurePng(figure);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 2048, height: 2048 });
    expect(png.length).toBeLessThan(400_000);
    const below = await sharp(png).extract({ left: 100, top: 1790, width: 900, height: 110 }).stats();
    expect(below.channels[0]?.max).toBeGreaterThan(200);
  });

  test('is small enough for an email and still visible', async () => {
    const png = await smallFigurePng(figure, 128);
    expect(png.length).toBeLessThan(6000);
    expect((await sharp(png).stats()).channels[0]?.stdev).toBeGreaterThan(20);
  });
});
