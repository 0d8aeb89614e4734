import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { upload } = content['desk-projects'];
const { player: words } = content.project;

/** Two seconds of video at 25 frames a second, with audio as in these arguments. */
const webm = (sound = '-c:a libvorbis') => {
  const picture =
    '-f lavfi -i testsrc=size=160x90:rate=25:duration=2 -c:v libvpx -deadline realtime -cpu-used 8';
  const folder = mkdtempSync(join(tmpdir(), 'player-'));
  return encode(folder, 'Scene.webm', `${picture} ${sound} -f webm`.split(' '));
};

/** Evaluates an expression on a video element. */
const of = <T>(video: Locator, read: (element: HTMLVideoElement) => T) =>
  video.evaluate(read as (element: Element) => T);

test('plays a video in place, takes a comment at a position, and steps by its frames', async ({
  page,
  project,
}) => {
  const path = await webm();
  await page.goto(project.path);
  await page.getByLabel(upload.choose).setInputFiles(path);
  await expect(page.locator('[id^="sound-"]')).toContainText(/dBTP/);
  await page.reload();
  const player = page.getByRole('region', { name: words.title });
  const video = player.getByLabel(fill(words.video.name, { file: 'Scene.webm' }));
  await expect
    .poll(() => of(video, ({ videoWidth, videoHeight }) => [videoWidth, videoHeight]))
    .toEqual([160, 90]);
  await player.getByRole('button', { name: words.play }).click();
  await expect.poll(() => of(video, ({ currentTime }) => currentTime)).toBeGreaterThan(0.1);
  // The measurements move with it.
  await expect(player.locator('[data-meter=peak]')).toContainText(/−\d+\sdBFS/);
  await player.getByRole('button', { name: words.video.forward }).click();
  expect(await of(video, ({ paused }) => paused)).toBe(true);

  // The timeline seeks to a position of the picture, and the buttons and keys to the adjacent frames.
  const position = player.getByRole('slider', { name: words.position });
  await position.fill('1000');
  const code = player.locator('[data-frame-code]');
  await expect(code).toContainText('00:00:01:00');
  await player.getByRole('button', { name: words.video.forward }).click();
  await expect(code).toContainText('00:00:01:01');
  expect(Math.floor((await of(video, ({ currentTime }) => currentTime)) * 25)).toBe(26);
  for (let press = 0; press < 3; press++) await page.keyboard.press(',');
  await expect(code).toContainText('00:00:00:23');
  await page.keyboard.press('.');
  await expect(code).toContainText('00:00:00:24');

  await player.locator('#comment-content').fill('Cut here.');
  await player.getByRole('button', { name: words.form.add }).click();
  await expect(player.getByRole('list').filter({ hasText: 'Cut here.' })).toContainText('0:00.9');

  // A video that cannot be shown can still be heard.
  const listened = /\/listen$/;
  await page.route(listened, (route) => route.fulfill({ contentType: 'video/webm', body: 'no picture' }));
  await page.reload();
  await expect(player.locator('[data-failed]')).toHaveText(words.video.noPicture);
  await player.getByRole('button', { name: words.play }).click();
  await expect.poll(() => of(video, ({ currentTime }) => currentTime)).toBeGreaterThan(0.1);
});

test('labels a film without sound, and takes comments at its frames', async ({ page, project }) => {
  await page.goto(project.path);
  await page.getByLabel(upload.choose).setInputFiles(await webm('-an'));
  await expect(page.locator('[id^="state-"]')).toContainText(content.sound.reasons['no-sound']);
  await page.reload();
  const player = page.getByRole('region', { name: words.title });
  await expect(player).toContainText(fill(words.progress, { now: '0:00.0', length: '0:02.0' }));
  await player.getByRole('slider', { name: words.position }).fill('1000');
  await player.getByRole('button', { name: words.video.forward }).click();
  await expect(player.locator('[data-frame-code]')).toContainText('00:00:01:01');
  await player.locator('#comment-content').fill('The logo is late.');
  await player.getByRole('button', { name: words.form.add }).click();
  await expect(player.getByRole('list').filter({ hasText: 'The logo is late.' })).toContainText('0:01.0');
  const video = player.getByLabel(fill(words.video.name, { file: 'Scene.webm' }));
  await player.getByRole('button', { name: words.play }).click();
  await expect.poll(() => of(video, ({ currentTime }) => currentTime)).toBeGreaterThan(1.1);
  await expect(player.locator('[data-failed]')).toHaveText('');
});
