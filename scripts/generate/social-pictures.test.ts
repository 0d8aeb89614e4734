import { globSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { faviconIco, iconPng, iconSvg } from './icons.ts';
import { drawSocialPicture, socialPictures } from './social-pictures.ts';

const content = join(import.meta.dirname, '../../content');

test('creates a separate social picture for every article', () => {
  const names = socialPictures().map(({ name }) => name);
  const articles = globSync('articles/*.mdx', { cwd: content }).map((file) => file.slice(9, -4));
  expect(articles.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(articles));
  expect(new Set(names).size).toBe(names.length);
});

test('creates a social picture in the size that networks require, with a small file', async () => {
  const longest = socialPictures().toSorted((a, b) => b.title.length - a.title.length)[0];
  if (!longest) throw new Error('There are no social pictures');
  const picture = await drawSocialPicture(longest);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(120_000);
});

test('keeps the whole mark in the safe circle of a maskable icon', async () => {
  const sizePx = 100;
  const icon = await iconPng(iconSvg({ inset: 0.16, corner: 0 }), sizePx);
  const { data } = await sharp(icon).greyscale().raw().toBuffer({ resolveWithObject: true });
  data.forEach((value, i) => {
    const [x, y] = [(i % sizePx) - sizePx / 2, Math.floor(i / sizePx) - sizePx / 2];
    // The outer tenth on every side may be cut off (W3C manifest, section on maskable icons).
    if (Math.hypot(x, y) > 0.41 * sizePx) expect(value).toBeLessThan(40);
  });
});

test('creates an .ico file with one PNG of 32 px', async () => {
  const ico = await faviconIco();
  const at = ico.readUInt32LE(18);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt32LE(14)]).toEqual([1, 1, ico.length - at]);
  expect(await sharp(ico.subarray(at)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});
