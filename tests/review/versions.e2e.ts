import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';
import { waveOf } from '../harness/wave.ts';

const { upload, versions } = content['desk-projects'];
const { versions: words } = content.project;

async function uploadFiles(page: Page, ...names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const buffer = waveOf(4 + index);
    await page.getByLabel(upload.choose).setInputFiles({ name, mimeType: 'audio/wav', buffer });
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const openMenu = (page: Page, name: string) =>
  rowOf(page, name).first().getByText(versions.menu, { exact: true }).click();

test('sets a version by dragging a row onto another or by its menu, which also labels, pins and removes it', async ({
  page,
  project,
}) => {
  await page.goto(project.path);
  await uploadFiles(page, 'Morning take.wav', 'Evening take.wav');
  const said = page.locator('[data-version-said]');
  // Events about the new files may replace a row while it is being dragged: it is dragged again.
  await expect(async () => {
    await rowOf(page, 'Evening take.wav').dragTo(rowOf(page, 'Morning take.wav'));
    expect(await said.textContent()).toContain('Evening take.wav');
  }).toPass();
  await expect(
    page.getByText(fill(versions.moved, { file: 'Evening take.wav', recording: 'Morning take.wav' })),
  ).toBeVisible();
  const evening = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Evening take.wav', exact: true }) });
  await expect(evening).toContainText(fill(words.of, { number: '2', recording: 'Morning take' }));
  await openMenu(page, 'Morning take.wav');
  await page.getByRole('button', { name: fill(versions.pinName, { file: 'Morning take.wav' }) }).click();
  await expect(rowOf(page, 'Morning take.wav').first()).toContainText(words.pinned);
  await evening.getByText(versions.menu, { exact: true }).click();
  await evening.getByLabel(versions.stage, { exact: true }).selectOption('master');
  await evening.getByRole('button', { name: fill(versions.saveName, { file: 'Evening take.wav' }) }).click();
  await expect(evening).toContainText(words.stages.master);
  await evening.getByText(versions.menu, { exact: true }).click();
  await evening.getByLabel(versions.recording, { exact: true }).selectOption('own');
  await evening.getByRole('button', { name: fill(versions.saveName, { file: 'Evening take.wav' }) }).click();
  await expect(evening).not.toContainText(fill(words.of, { number: '2', recording: 'Morning take' }));
  // Every recording is listed as soon as the choice is focused.
  await evening.getByText(versions.menu, { exact: true }).click();
  const choice = evening.getByLabel(versions.recording, { exact: true });
  await expect(choice.getByRole('option')).toHaveText([versions.own]);
  await choice.focus();
  const morning = fill(versions.choice[0], { recording: 'Morning take', first: '1' });
  await expect(choice.getByRole('option')).toHaveText([versions.own, morning]);
  await choice.blur();
  await expect(choice.getByRole('option')).toHaveText([versions.own]);
  await choice.focus();
  await choice.selectOption(morning);
  await evening.getByRole('button', { name: fill(versions.saveName, { file: 'Evening take.wav' }) }).click();
  await expect(evening).toContainText(fill(words.of, { number: '2', recording: 'Morning take' }));
});
