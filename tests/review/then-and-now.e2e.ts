import type { Page } from '@playwright/test';
import { musicOf, rateHz } from '#src/audio/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect } from '../harness/desk.ts';
import { upload } from '../harness/record-voices.ts';
import { comment, commentWith, pageOf, shown, test, versionOf } from '../harness/review-journey.ts';

const { changes } = content;
const { versions } = content['desk-projects'];

const audioOf = (page: Page) =>
  page
    .locator('[data-player] audio')
    .evaluate((audio: HTMLAudioElement) => ({ atS: audio.currentTime, volume: audio.volume }));

test(
  'shows what changed at the place of a comment, and plays it then and now',
  { tag: '@default' },
  async ({ page: desk, browser, client, project, baseURL }) => {
    const music = musicOf(12);
    const v1 = await upload(desk, project.path, 'Bright mix_v1.wav', versionOf(music, 0, 0.4));
    const page = await pageOf(browser, client, { baseURL: baseURL ?? '' });
    await page.goto(`/portal/projects/${project.id}?file=${v1}`);
    await comment(page, 'Too loud here.', '0:04', '0:06');
    // The form is emptied once the answer has arrived.
    await expect(page.locator('#comment-content')).toHaveValue('');
    await comment(page, 'More reverb.', '0:10');
    const isQuieter = (frame: number) => frame > 3.5 * rateHz && frame < 6.5 * rateHz;
    const sample = (frame: number) => (isQuieter(frame) ? 0.2 : 0.4) * (music[frame] ?? 0);
    const bytes = waveFileOf({ rateHz, frames: music.length, sample });
    const v2 = await upload(desk, project.path, 'Bright mix_v2.wav', bytes);

    // The team sees it before the file becomes a version.
    await desk.goto(project.path);
    const summary = desk.getByRole('region', { name: changes.untouched.title });
    const count = fill(changes.untouched.count, { count: '1', total: '2' });
    await expect(summary).toContainText(count);
    await summary.getByText(changes.untouched.show).click();
    await expect(summary).toContainText('More reverb.');
    await expect(summary).not.toContainText('Too loud here.');
    const proposals = desk.getByRole('form', { name: versions.proposals.title });
    await proposals.getByRole('button', { name: versions.proposals.save }).click();
    await expect(proposals).toHaveCount(0);
    await expect(summary).toContainText(count);

    await page.goto(`/portal/projects/${project.id}?file=${v2}`);
    const changed = commentWith(page, 'Too loud here.');
    await expect(changed).toContainText(fill(changes.gain.quieter, { db: '6.0' }));
    await expect(commentWith(page, 'More reverb.')).toContainText(changes.unchanged);
    const button = (name: string) => changed.getByRole('button', { name, exact: true });
    const [before, after] = [button(changes.before), button(changes.after)];
    await expect(after).toHaveAttribute('aria-pressed', 'true');
    await before.click();
    await expect(shown(page, v1)).toBeVisible();
    await expect(before).toHaveAttribute('aria-pressed', 'true');
    await expect(before).toBeFocused();
    await expect.poll(async () => (await audioOf(page)).atS).toBeGreaterThan(4);
    // The first version is louder, so it is turned down.
    expect((await audioOf(page)).volume).toBeLessThan(1);
    await after.press('Space');
    await expect(shown(page, v2)).toBeVisible();
    await expect(after).toBeFocused();
    await expect.poll(async () => (await audioOf(page)).atS).toBeGreaterThan(4);
    expect((await audioOf(page)).volume).toBe(1);
    await page.context().close();
  },
);

test('links to the place in both versions without scripts', async ({
  page: desk,
  browser,
  client,
  project,
  baseURL,
}) => {
  const music = musicOf(12);
  const v1 = await upload(desk, project.path, 'Plain mix_v1.wav', versionOf(music, 0, 0.4));
  const author = await pageOf(browser, client, { baseURL: baseURL ?? '' });
  await author.goto(`/portal/projects/${project.id}?file=${v1}`);
  await comment(author, 'Warmer.', '0:04');
  await author.context().close();
  const v2 = await upload(desk, project.path, 'Plain mix_v2.wav', versionOf(music, 480, 0.2));
  await desk.goto(project.path);
  const proposals = desk.getByRole('form', { name: versions.proposals.title });
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  const summary = desk.getByRole('region', { name: changes.untouched.title });
  await expect(summary).toContainText(fill(changes.untouched.one, { count: '1' }));

  const page = await pageOf(browser, client, { baseURL: baseURL ?? '', javaScriptEnabled: false });
  await page.goto(`/portal/projects/${project.id}?file=${v2}`);
  const whole = fill(changes.gain.quieter, { db: '6.0' });
  await expect(commentWith(page, 'Warmer.')).toContainText(fill(changes.onlyWhole, { change: whole }));
  const before = commentWith(page, 'Warmer.').getByRole('button', { name: changes.before, exact: true });
  await before.click();
  await expect(shown(page, v1)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`file=${v1}&at=4000`));
  await page.context().close();
});
