import type { Locator, Page } from '@playwright/test';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { fractionOf, type TimelineView } from '#src/features/review/player/timeline-view.ts';
import { fill } from '#src/platform/fill.ts';
import { axeViolations } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test, type OwnProject } from '../harness/desk.ts';

const { upload } = content['desk-projects'];
const { player: words } = content.project;
const { pictures, tools } = content.sound;

const rateHz = 44_100;
const lengthS = 60;
/** A click every second, each louder than the one before. */
const clicks = () =>
  waveFileOf({
    rateHz,
    bits: 16,
    channels: 1,
    frames: lengthS * rateHz,
    sample: (frame) => (frame % rateHz < 30 ? ((frame / rateHz + 1) / (lengthS + 1)) * 0.9 : 0),
  });

/** Opens a project and uploads the clicks there; resolves once they are measured. */
async function uploadClicks(page: Page, { path }: OwnProject): Promise<void> {
  await page.goto(path);
  const file = { name: 'Clicks.wav', mimeType: 'audio/wav', buffer: clicks() };
  await page.getByLabel(upload.choose).setInputFiles(file);
  await expect(page.locator('[data-upload-said]')).toHaveText(fill(upload.done, { file: file.name }));
  await expect(page.locator('[id^="sound-"]')).toContainText(/dBTP/);
}

const viewOf = (timeline: Locator): Promise<TimelineView> =>
  timeline.evaluate((element) => {
    const { fromMs, toMs, durationMs } = (element as HTMLElement).dataset;
    return { fromMs: Number(fromMs ?? 0), toMs: Number(toMs ?? durationMs) };
  });

const outlineOf = (timeline: Locator) => timeline.locator('[data-part]').getAttribute('d');

test('zooms the waveform around the pointer, keeps its position, and seeks to exact positions', async ({
  page,
  project,
}) => {
  await uploadClicks(page, project);
  await page.reload();
  const player = page.getByRole('region', { name: words.title });
  await player.locator('[data-details] > summary').click();
  const timeline = player.locator('[data-timeline]');
  const audio = player.locator('audio');
  const position = player.getByRole('slider', { name: words.position });
  const placeS = () => audio.evaluate((element) => (element as HTMLAudioElement).currentTime);
  const box = await timeline.boundingBox();
  if (!box) throw new Error('There is no timeline');

  const loaded: number[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/peaks')) loaded.push((await response.body()).length);
  });
  // A turn of the wheel while the zoom's code loads takes effect once it has loaded.
  const held = Promise.withResolvers<void>();
  await page.route(/timeline-zoom/, async (route) => {
    await held.promise;
    await route.continue();
  });
  // A quarter from the left, at 0:15.
  await page.mouse.move(box.x + box.width / 4, box.y + 80);
  const before = fractionOf(await viewOf(timeline), 15_000);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  held.resolve();
  await expect.poll(async () => (await viewOf(timeline)).toMs).toBeLessThan(30_000);
  await expect.poll(async () => fractionOf(await viewOf(timeline), 15_000)).toBeCloseTo(before, 2);
  await expect(player.getByRole('status').filter({ hasText: /0:1\d/ })).toBeVisible();
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
  expect(Math.max(...loaded)).toBeLessThanOrEqual(6144);
  await expect(timeline.locator('[data-wave]').first()).toHaveAttribute('href', '#wave-part');
  const outline = await outlineOf(timeline);

  // The pointer seeks to the position drawn there.
  const view = await viewOf(timeline);
  await page.mouse.click(box.x + box.width / 2, box.y + 80);
  const middleMs = (view.fromMs + view.toMs) / 2;
  await expect.poll(async () => Math.abs((await placeS()) * 1000 - middleMs)).toBeLessThan(20);
  // To the sample, in a WAV file.
  await audio.evaluate((element) => ((element as HTMLAudioElement).currentTime = 661_501 / 44_100));
  expect(Math.round((await placeS()) * rateHz)).toBe(661_501);

  await position.focus();
  await position.press('+');
  await expect
    .poll(async () => (await viewOf(timeline)).toMs - (await viewOf(timeline)).fromMs)
    .toBeLessThan(view.toMs - view.fromMs);
  expect(await outlineOf(timeline)).not.toBe(outline);
  // The pictures below show the same part.
  await player.getByText(pictures.title).click();
  const picture = player.getByRole('img', { name: /20 Hz/ });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(256);
  const shown = await viewOf(timeline);
  expect(((await picture.boundingBox())?.width ?? 0) / box.width).toBeCloseTo(
    (lengthS * 1000) / (shown.toMs - shown.fromMs),
    1,
  );
  expect(await axeViolations(page)).toEqual([]);
  // At the closest zoom, each sample is at its position: the click begins with one, after silence.
  await position.focus();
  for (let press = 0; press < 16; press++) await position.press('+');
  await expect(player.getByRole('status').filter({ hasText: /0:15\.00\d/ })).toBeVisible();
  const close = await viewOf(timeline);
  const topsAt = async (...samples: number[]) => {
    const points = [...((await outlineOf(timeline)) ?? '').matchAll(/([\d.-]+) ([\d.-]+)/g)];
    const places = samples.map((sample) => 400 * fractionOf(close, (1000 * sample) / rateHz));
    return places.map((x) => points.find(([, at]) => Math.abs(Number(at) - x) < 0.03)?.[2]);
  };
  const high = 50 - 50 * (16 / 61) * 0.9 - 0.6;
  await expect.poll(() => topsAt(15 * rateHz - 1, 15 * rateHz)).toEqual(['49.4', high.toFixed(1)]);
  // The meters show the measurements at that position, from the first play on. Later clicks are louder.
  await player.getByRole('button', { name: words.play }).click();
  await player.getByRole('button', { name: words.pause }).click();
  const loudness = player.locator('[data-meter=loudness]');
  const heard = await loudness.getByText(/−\d+\.\d\sLUFS/).innerText();
  // Outside the visible part, the timeline follows.
  await audio.evaluate((element) => ((element as HTMLAudioElement).currentTime = 50));
  await expect.poll(async () => (await viewOf(timeline)).fromMs).toBeGreaterThan(40_000);
  await expect(loudness).not.toContainText(heard);
  await player.getByRole('button', { name: tools.whole }).click();
  expect(await viewOf(timeline)).toEqual({ fromMs: 0, toMs: lengthS * 1000 });
  await expect(timeline.locator('[data-wave]').first()).toHaveAttribute('href', '#wave-bars');
});

test('shows a waveform that can be zoomed and played if its peaks do not arrive', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/status of 404/);
  await uploadClicks(page, project);
  await page.route('**/peaks?*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  const player = page.getByRole('region', { name: words.title });
  await player.locator('[data-details] > summary').click();
  const timeline = player.locator('[data-timeline]');
  await player.getByRole('button', { name: tools.in }).click();
  await expect.poll(async () => (await viewOf(timeline)).toMs).toBe(30_000);
  expect(await outlineOf(timeline)).toMatch(/^M/);
  await player.getByRole('button', { name: words.play }).click();
  await expect(player.getByRole('button', { name: words.pause })).toBeVisible();
});

test('creates preview audio on request, continues at the same position, and plays it from then on', async ({
  page,
  project,
}) => {
  await uploadClicks(page, project);
  await page.reload();
  const player = page.getByRole('region', { name: words.title });
  await player.locator('[data-details] > summary').click();
  const audio = player.locator('audio');
  const sourceOf = () => audio.evaluate((element) => (element as HTMLAudioElement).currentSrc);
  const placeS = () => audio.evaluate((element) => (element as HTMLAudioElement).currentTime);
  const choice = player.getByRole('group', { name: words.sound.title }).getByRole('link');
  await audio.evaluate((element) => ((element as HTMLAudioElement).currentTime = 20.5));
  expect(await sourceOf()).toMatch(/listen$/);
  await choice.last().click();
  // It is shown as soon as it is created; until then the exact sound stays.
  await expect.poll(sourceOf).toMatch(/listen\?light$/);
  await expect(choice.last()).toHaveAttribute('aria-current', 'true');
  const colours = () =>
    choice.evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
  expect(new Set(await colours()).size, 'which is chosen is seen').toBe(2);
  await expect(choice.last()).toHaveText(
    fill(words.sound.light, { size: /\d+\skB/.exec(await choice.last().innerText())?.[0] ?? '' }),
  );
  expect(await placeS()).toBeCloseTo(20.5, 3);
  expect(page.url()).not.toContain('sound=');
  await player.getByRole('button', { name: words.play }).click();
  await expect.poll(placeS).toBeGreaterThan(21);
  await player.getByRole('button', { name: words.pause }).click();
  await audio.evaluate((element) => ((element as HTMLAudioElement).currentTime = 40.25));
  expect(await placeS()).toBeCloseTo(40.25, 3);
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await expect.poll(sourceOf).toMatch(/listen\?light$/);
  await choice.first().click();
  await expect.poll(sourceOf).toMatch(/listen$/);
  await expect(choice.first()).toBeFocused();
  // Without a choice the listener hears the format that their browser requests.
  await page.context().clearCookies({ name: 'antinode_sound' });
  await page.reload();
  await expect.poll(sourceOf).toMatch(/listen$/);
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  await page.reload();
  await expect.poll(sourceOf).toMatch(/listen\?light$/);
});
