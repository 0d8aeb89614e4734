import sharp from 'sharp';
import { expect, test } from 'vitest';
import { noteOf } from '#src/studio/notes.ts';
import { figureSprite, traceSprite } from './figures.ts';
import { powderPicture } from './pictures.ts';

test('draws powder as grains on a transparent ground, the same in every build', async () => {
  const draw = () => powderPicture(noteOf('c4'), { sizePx: 200, count: 2000 });
  const picture = await draw();
  expect(await draw()).toEqual(picture);
  const { data, info } = await sharp(picture)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 200, height: 200 });
  expect(new Set(data)).toEqual(new Set([0, 120, 190, 255]));
  // All grains are within the plate.
  data.forEach((alpha, i) => {
    if (Math.hypot((i % 200) - 99.5, Math.floor(i / 200) - 99.5) > 100) expect(alpha).toBe(0);
  });
});

test('contains a symbol in the sprites for every reference of the pages', () => {
  const idsOf = (svg: string) => [...svg.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
  expect(idsOf(figureSprite())).toHaveLength(12);
  expect(idsOf(traceSprite())).toEqual(
    expect.arrayContaining(['cs4', 'fs4', 'a4', 'f4', 'e4', 'reel', 'loop']),
  );
});
