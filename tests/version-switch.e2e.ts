import type { Page } from '@playwright/test';
import { musicOf, rateHz } from '#src/features/recordings/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/recordings/files/wave-file.fixture.ts';
import { content } from './harness/content.ts';
import { expect, test } from './harness/desk.ts';

/** So long that it still sounds when all of it has been looked at. */
const music = musicOf(24);

/** The music, so many samples later. */
const versionOf = (late: number) =>
  waveFileOf({
    rateHz,
    frames: music.length + late,
    sample: (frame) => 0.1 * (music[frame - late] ?? 0),
  });

/** Uploads a recording to a project and returns its id. */
async function upload(page: Page, path: string, name: string, buffer: Buffer): Promise<string> {
  await page.goto(path);
  const { choose } = content['desk-projects'].upload;
  await page.getByLabel(choose).setInputFiles({ name, mimeType: 'audio/wav', buffer });
  const link = page.getByRole('row').filter({ hasText: name }).locator('a[href^="/portal/files/"]').first();
  return (await link.getAttribute('href'))?.split('/')[3] ?? '';
}

declare global {
  var switches: { isPlaying: boolean; laterS: number }[];
}

/** Keeps, for each player that is paused while another sounds, how much later that one is. */
function recordSwitches(): void {
  globalThis.switches = [];
  const { play, pause } = HTMLMediaElement.prototype as unknown as {
    readonly play: (this: HTMLMediaElement) => Promise<void>;
    readonly pause: (this: HTMLMediaElement) => void;
  };
  const played: HTMLMediaElement[] = [];
  HTMLMediaElement.prototype.play = function tapped(this: HTMLMediaElement) {
    played.push(this);
    return play.call(this);
  };
  HTMLMediaElement.prototype.pause = function paused(this: HTMLMediaElement) {
    const last = played.at(-1);
    if (last && last !== this)
      globalThis.switches.push({ isPlaying: !last.paused, laterS: last.currentTime - this.currentTime });
    pause.call(this);
  };
}

test('another version is shown in place and goes on at the same place of the music, without a silence', async ({
  page,
  project,
}) => {
  await page.addInitScript(recordSwitches);
  const v1 = await upload(page, project.path, 'Mix_v1.wav', versionOf(0));
  const v2 = await upload(page, project.path, 'Mix_v2.wav', versionOf(3 * rateHz));
  const { proposals } = content['desk-projects'].versions;
  const asked = page.getByRole('form', { name: proposals.title });
  await asked.getByRole('button', { name: proposals.save }).click();
  await expect(page.locator('[data-player] [data-version]')).toHaveCount(2);
  await page.getByRole('button', { name: content.compare.open, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/portal/files/${v1}/compare/${v2}`));
  await expect(page.locator('[data-compare]')).toBeVisible();
  await page.goto(`${project.path}?file=${v1}#player`);
  const shown = (id: string) => page.locator(`[data-player="${id}"]`);
  const labels = content.project.player;
  await page.getByRole('button', { name: labels.play, exact: true }).click();
  await expect(shown(v1).locator('[data-progress]')).toHaveText(/0:(?!00)\d\d/);
  const links = page.getByRole('navigation', { name: labels.version }).getByRole('button');
  await links.last().click();
  await expect(shown(v2)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(v2));
  await expect(links.last()).toBeFocused();
  await expect(page.getByRole('button', { name: labels.pause, exact: true })).toBeVisible();
  await expect(shown(v2).locator('[data-meter=peak]')).toContainText(/dBFS/);
  await page.keyboard.press('x');
  await expect(shown(v1)).toBeVisible();
  await page.keyboard.press('2');
  await expect(shown(v2)).toBeVisible();
  const switches = await page.evaluate(() => globalThis.switches);
  process.stdout.write(`${JSON.stringify(switches)}\n`);
  // What was played before sounds until the next one does, which is three seconds later or earlier.
  expect(switches.map(({ isPlaying }) => isPlaying)).toEqual([true, true, true]);
  expect(switches.map(({ laterS }) => Math.round(laterS))).toEqual([3, -3, 3]);
});
