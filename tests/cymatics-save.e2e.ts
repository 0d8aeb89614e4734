import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

// At rest: without a graphics processor a moving plate takes most of a small machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const saveButton = (page: Page, kind: 'SVG' | 'PNG') =>
  overlayOf(page).getByRole('button', { name: `Save ${kind}` });

async function save(page: Page, kind: 'SVG' | 'PNG'): Promise<Download> {
  const download = page.waitForEvent('download');
  await saveButton(page, kind).click();
  return download;
}

async function open(page: Page, note: string): Promise<void> {
  await page.goto(`/?note=${encodeURIComponent(note)}`);
  await expect(overlayOf(page)).toBeVisible();
}

test('the figure on the plate is saved as an SVG file that stands by itself', async ({ page }) => {
  await open(page, 'A4');
  const file = await save(page, 'SVG');
  expect(file.suggestedFilename()).toBe('antinode-a4-440hz.svg');
  const svg = await readFile(await file.path());
  expect(svg.length).toBeLessThan(10_000);
  expect(svg.toString()).toContain('<title id="title">Antinode: A4, 440 Hz</title>');
  expect(await sharp(svg).metadata()).toMatchObject({ width: 400, height: 400 });
});

test('another note is another file', async ({ page }) => {
  await open(page, 'A4');
  const first = await readFile(await (await save(page, 'SVG')).path(), 'utf8');
  await page.keyboard.press('ArrowLeft');
  const file = await save(page, 'SVG');
  expect(file.suggestedFilename()).toBe('antinode-gs4-415.3hz.svg');
  expect(await readFile(await file.path(), 'utf8')).not.toBe(first);
});

test('the picture on the plate is saved as a PNG file of 400 × 400', async ({ page }) => {
  await open(page, 'F4');
  const file = await save(page, 'PNG');
  expect(file.suggestedFilename()).toBe('antinode-f4-349.23hz.png');
  const picture = sharp(await file.path());
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 400, height: 400 });
  const [red] = (await picture.stats()).channels;
  // Yellow powder on near-black: both are there.
  expect(red?.max).toBeGreaterThan(200);
  expect(red?.min).toBeLessThan(30);
  expect(red?.stdev).toBeGreaterThan(20);
});

test('a saved file’s address is withdrawn after ten seconds', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const withdraw = URL.revokeObjectURL.bind(URL);
    const withdrawn: string[] = [];
    Object.assign(window, { withdrawn });
    URL.revokeObjectURL = (url) => {
      withdrawn.push(url);
      withdraw(url);
    };
  });
  await open(page, 'A4');
  const file = await save(page, 'SVG');
  await page.clock.fastForward(10_000);
  expect(await page.evaluate(() => (window as unknown as { withdrawn: string[] }).withdrawn)).toEqual([
    file.url(),
  ]);
});

test('what saving needs comes with the first save; when it cannot come, the overlay says so', async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource|Failed to fetch/);
  const code = /\/_astro\/figure-file\.[^/]+\.js$/;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (code.test(request.url())) asked.push(request.url());
  });
  await page.route(code, (route) => route.abort());
  await open(page, 'A4');
  expect(asked).toEqual([]);
  await saveButton(page, 'SVG').click();
  await expect(overlayOf(page).getByRole('status')).toContainText('The figure could not be saved.');
  expect(asked).not.toEqual([]);
});
