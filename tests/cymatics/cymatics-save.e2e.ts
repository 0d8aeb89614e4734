import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { content } from '../harness/content.ts';
import { overlayButton, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { mark, problems } = content.cymatics;

// Reduced motion: without a GPU a moving plate takes most of a small machine's CPU.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function save(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await overlayButton(page, name).click();
  return download;
}

/** Simulates a machine without the fallback fonts that are used until the site's own have loaded. */
const withoutStandIns = (page: Page): Promise<unknown> =>
  page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(/local\([^)]*\)/g, "local('No such font')");
    await route.fulfill({ response: answer, body });
  });

async function open(page: Page): Promise<void> {
  await page.goto('/terms?note=A4');
  await expect(overlayOf(page)).toBeVisible();
}

test('saves the figure on the plate as an SVG and as a PNG file', async ({ page }) => {
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
  await withoutStandIns(page);
  await open(page);
  const first = await save(page, mark.svg);
  const svg = await readFile(await first.path());

  await test.step('the SVG file stands by itself', async () => {
    expect(first.suggestedFilename()).toBe('antinode-a4-440hz.svg');
    expect(svg.length).toBeLessThan(10_000);
    expect(svg.toString()).toContain(`<title id="title">${content.site.name}: A4, 440 Hz</title>`);
    expect(await sharp(svg).metadata()).toMatchObject({ width: 400, height: 400 });
  });

  await test.step('its address is withdrawn after ten seconds', async () => {
    await page.clock.fastForward(10_000);
    const withdrawn = await page.evaluate(() => (window as unknown as { withdrawn: string[] }).withdrawn);
    expect(withdrawn).toEqual([first.url()]);
  });

  await test.step('another note is another file', async () => {
    await page.keyboard.press('ArrowLeft');
    const second = await save(page, mark.svg);
    expect(second.suggestedFilename()).toBe('antinode-gs4-415.3hz.svg');
    expect(await readFile(await second.path(), 'utf8')).not.toBe(svg.toString());
  });

  await test.step('the PNG file is a captioned picture of 2048 × 2048', async () => {
    const file = await save(page, mark.png);
    expect(file.suggestedFilename()).toBe('antinode-gs4-415.3hz.png');
    const png = await readFile(await file.path());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 2048, height: 2048 });
    /** Share of an area that is lighter than the ground: powder and letters. */
    const inkIn = async (left: number, top: number, width: number, height: number) => {
      const area = sharp(png).extract({ left, top, width, height }).removeAlpha();
      const { data, info } = await area.raw().toBuffer({ resolveWithObject: true });
      return data.filter((value, i) => i % info.channels === 0 && value > 140).length / (width * height);
    };
    expect(await inkIn(204, 60, 1640, 1640), 'powder').toBeGreaterThan(0.05);
    expect(await inkIn(100, 1780, 700, 110), 'note and frequency').toBeGreaterThan(0.05);
    expect(await inkIn(1500, 1780, 448, 110), 'the studio').toBeGreaterThan(0.05);
    expect(await inkIn(100, 1900, 900, 70), 'modes').toBeGreaterThan(0.03);
    expect(await inkIn(100, 1990, 1848, 50), 'nothing below').toBe(0);
  });
});

test('loads the code for saving with the first save, and reports a failure to load it', async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource|Failed to fetch/);
  const code = /\/_astro\/figure-(file|picture)\.[^/]+\.js$/;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (code.test(request.url())) asked.push(request.url());
  });
  await page.route(code, (route) => route.abort());
  await open(page);
  expect(asked).toEqual([]);
  await overlayButton(page, mark.svg).click();
  await expect(overlayOf(page).getByRole('status')).toContainText(problems.saving);
  expect(asked).not.toEqual([]);
});
