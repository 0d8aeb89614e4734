import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';
import { upload } from '../harness/record-voices.ts';

const { player: words } = content.project;
const { controls } = words;

const tone = (lengthS: number, hz: number) =>
  waveFileOf({
    rateHz: 8000,
    frames: lengthS * 8000,
    sample: (frame) => 0.3 * Math.sin((2 * Math.PI * hz * frame) / 8000),
  });

test('plays faster without a higher pitch, skips, remembers volume and details, and plays the next file in order', async ({
  page,
  project,
}) => {
  const later = await upload(page, project.path, 'Second.wav', tone(30, 220));
  const first = await upload(page, project.path, 'First.wav', tone(30, 440));
  await page.goto(`${project.path}?file=${first}`);
  await expect(page.locator('[id^="sound-"]')).toContainText(/dBTP/);
  await page.reload();
  await expect(page.locator('[data-wired]')).toBeVisible();
  const player = page.getByRole('region', { name: words.title });
  const audio = page.locator('[data-player] audio');
  const stateOf = () =>
    audio.evaluate((element: HTMLAudioElement) => ({
      rate: element.playbackRate,
      keepsPitch: element.preservesPitch,
      volume: element.volume,
      atS: element.currentTime,
    }));
  await player.getByLabel(controls.speed).selectOption('1.5');
  expect(await stateOf()).toMatchObject({ rate: 1.5, keepsPitch: true });
  await player.getByRole('button', { name: controls.forward }).click();
  await page.keyboard.press('k');
  await player.getByRole('button', { name: controls.back }).click();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  expect((await stateOf()).atS).toBe(5);
  await player.getByLabel(controls.volume).fill('0.4');
  expect((await stateOf()).volume).toBe(0.4);
  await player.locator('[data-details] > summary').click();
  await expect(player.getByRole('button', { name: words.keys.title })).toBeVisible();
  await page.reload();
  await expect(player.getByLabel(controls.volume)).toHaveValue('0.4');
  expect((await stateOf()).volume).toBe(0.4);
  await expect(player.getByRole('button', { name: words.keys.title })).toBeVisible();

  await player.getByRole('button', { name: words.play, exact: true }).click();
  await page.keyboard.press('f');
  await expect(page.locator(`[data-player="${later}"]`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(later));
  expect((await stateOf()).atS).toBeLessThan(5);
  await expect(player.getByRole('button', { name: words.pause, exact: true })).toBeVisible();
  // After the last file there is none.
  await expect(player.getByRole('link', { name: controls.next })).toHaveCount(0);

  await page.goto(`${project.path}?file=${first}`);
  // The details are still open.
  await player.getByLabel(controls.playOn).check();
  await audio.evaluate((element: HTMLAudioElement) => void (element.currentTime = 29.8));
  await player.getByRole('button', { name: words.play, exact: true }).click();
  await expect(page.locator(`[data-player="${later}"]`)).toBeVisible();
  await expect(player.getByRole('button', { name: words.pause, exact: true })).toBeVisible();
});
