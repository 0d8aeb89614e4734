import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content, entryWith } from '../harness/content.ts';
import { expect } from '../harness/test.ts';
import { test, type PlacedFile } from '../harness/review-studio.ts';

const { player: words } = content.project;
const client = entryWith(content.sample.clients, 'key', 'runa').name;
const versionOf = (number: string) => `${words.version} ${number}`;
const playerOf = (page: Page) => page.getByRole('region', { name: words.title });

const secondsOf = (page: Page) =>
  page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime);

test('plays a recording in place, stops it, and seeks where the visitor points', async ({ page, studio }) => {
  const file = studio.mixes[2] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
  const player = playerOf(page);
  await expect(player).toContainText(fill(words.progress, { now: '0:00.0', length: '0:06.0' }));
  await player.getByRole('button', { name: words.play }).click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(0.2);
  await player.getByRole('button', { name: words.pause }).click();
  await expect(player.getByRole('button', { name: words.play })).toBeVisible();

  const position = player.getByRole('slider', { name: words.position });
  const box = await position.boundingBox();
  await position.click({ position: { x: (box?.width ?? 0) / 2, y: 40 } });
  expect(await secondsOf(page)).toBeCloseTo(3, 1);
  await expect(position).toHaveAttribute('aria-valuetext', /^0:0[23]\.\d$/);
  await position.press('Home');
  await expect(player).toContainText(fill(words.progress, { now: '0:00.0', length: '0:06.0' }));
  const played = await page.locator('[data-played]').getAttribute('width');
  expect(Number(played)).toBe(0);
});

test('leaves room for text in the comment box on a phone with text at 200 %', async ({ page, studio }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/portal/projects/${studio.projectId}?file=${(studio.mixes[0] as PlacedFile).id}`);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await playerOf(page).getByRole('button', { name: words.comment, exact: true }).click();
  const box = playerOf(page).locator('textarea');
  await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan(200);
});

test('adds a comment at the current position without leaving the page', async ({ page, studio }) => {
  const file = studio.mixes[0] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
  const player = playerOf(page);
  await page.locator('audio').evaluate((audio) => ((audio as HTMLAudioElement).currentTime = 2.5));
  const box = player.getByPlaceholder(fill(words.form.labelAt, { time: '0:02.5' }));
  await expect(box).toHaveAccessibleName(words.form.label);
  await box.fill('Lower the <b>gulls</b>\nשלום');
  // A draft stays at the position where it was started.
  await page.locator('audio').evaluate((audio) => ((audio as HTMLAudioElement).currentTime = 4));
  await expect(player).toContainText(fill(words.progress, { now: '0:04.0', length: '' }));
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  await player.getByRole('button', { name: words.form.add }).click();
  const comment = player.getByRole('listitem').filter({ hasText: 'Lower the <b>gulls</b>' });
  await expect(comment).toContainText('0:02.5');
  await expect(comment).toContainText(client);
  await expect(player.getByRole('textbox', { name: /^Comment/ })).toHaveValue('');
  const pin = player.getByRole('link', { name: fill(words.pin, { number: '1', time: '0:02.5' }) });
  await pin.click();
  expect(await secondsOf(page)).toBeCloseTo(2.5, 1);
  await comment.getByRole('button', { name: words.markDone }).click();
  await expect(comment).toContainText(words.done);
  await expect(comment).toBeFocused();
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
  await page.reload();
  // Resolved comments are folded.
  await expect(comment).toHaveCount(0);
  await player.getByText(fill(words.resolved, { count: '1' })).click();
  await expect(comment).toContainText(words.done);
  await comment.getByRole('button', { name: words.reopen }).click();
  await expect(comment.getByRole('button', { name: words.markDone })).toBeVisible();
  await page.reload();
  await expect(comment).not.toContainText(words.done);
});

test('keeps a comment in its box if it cannot be sent', async ({ page, studio, faults }) => {
  faults.allow(/ERR_FAILED|status of 422/);
  await page.goto(`/portal/projects/${studio.projectId}?file=${studio.mixes[2]?.id ?? ''}`);
  const player = playerOf(page);
  const box = player.getByRole('textbox', { name: /^Comment/ });
  await player.getByRole('button', { name: words.form.add }).click();
  await expect(player.getByRole('alert').filter({ hasText: words.form.blank })).toBeVisible();
  await box.fill('Kept.');
  for (const [label, time] of [
    [words.form.to, '0:00'],
    [words.form.from, '9:99:99'],
  ] as const) {
    const field = player.getByRole('textbox', { name: label, exact: true });
    await field.fill(time);
    await player.getByRole('button', { name: words.form.add }).click();
    await expect(player.getByRole('alert').filter({ hasText: words.form.time })).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await player.getByRole('textbox', { name: words.form.from, exact: true }).fill('0:01');
  await player.getByRole('textbox', { name: words.form.to, exact: true }).fill('');
  await page.route('**/*do=add-comment', (route) => route.abort());
  await player.getByRole('button', { name: words.form.add }).click();
  await expect(player.getByRole('alert').filter({ hasText: words.form.unreachable })).toBeVisible();
  await expect(box).toHaveValue('Kept.');
  await page.unroute('**/*do=add-comment');
  await player.getByRole('button', { name: words.form.add }).click();
  await expect(player.getByRole('listitem').filter({ hasText: 'Kept.' })).toHaveCount(1);
});

test('restores a draft after another comment was edited, and keeps it if a comment could not be resolved', async ({
  page,
  studio,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  await page.goto(`/portal/projects/${studio.projectId}?file=${(studio.mixes[1] as PlacedFile).id}`);
  const player = playerOf(page);
  const box = player.locator('textarea');
  const said = player.getByRole('alert');
  const send = (name: string) => player.getByRole('button', { name, exact: true }).click();
  await box.fill('First words.');
  await send(words.form.add);
  const comment = player.getByRole('listitem').filter({ hasText: 'First words' });
  await expect(comment).toBeVisible();

  await box.fill('Still being written.');
  await comment.getByRole('link', { name: words.edit }).click();
  await expect(box).toHaveValue('First words.');
  await player.getByRole('link', { name: words.form.cancel }).click();
  await expect(box).toHaveValue('Still being written.');
  await comment.getByRole('link', { name: words.edit }).click();
  await box.fill('First words, edited.');
  await send(words.form.save);
  await expect(comment).toContainText('First words, edited.');
  await expect(box).toHaveValue('Still being written.');

  await page.route('**/*do=mark-comment-done', (route) => route.abort());
  await comment.getByRole('button', { name: words.markDone }).click();
  await expect(said.filter({ hasText: words.form.notMarked })).toBeVisible();
  await expect(box).toHaveValue('Still being written.');
  await page.unroute('**/*do=mark-comment-done');
  await comment.getByRole('button', { name: words.markDone }).click();
  await expect(comment).toContainText(words.done);
  await expect(box).toHaveValue('Still being written.');
});

test('links the versions of one mix', async ({ page, studio }) => {
  const [first, second] = studio.mixes as [PlacedFile, PlacedFile, ...PlacedFile[]];
  await page.goto(`/portal/projects/${studio.projectId}?file=${first.id}`);
  const versions = page.getByRole('navigation', { name: words.version });
  await expect(versions.getByRole('button')).toContainText(['1', '2', '3'].map(versionOf));
  await versions.getByRole('button', { name: versionOf('2') }).click();
  await expect(versions.getByRole('button', { name: versionOf('2') })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.locator('audio')).toHaveAttribute('src', `/portal/files/${second.id}/listen`);
});

test('shows a project, one with malicious names, and the approval dialog accessibly', async ({
  page,
  studio,
}) => {
  for (const id of [studio.hostileProjectId, studio.projectId]) {
    await page.goto(`/portal/projects/${id}`);
    await expectAccessibleEverywhere(page);
  }
  await page.getByRole('button', { name: `Approve ${studio.mixes[2]?.name}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page, { widths: [320, 1440] });
});
