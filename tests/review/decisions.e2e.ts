import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { test, type PlacedFile } from '../harness/review-studio.ts';
import { expect } from '../harness/test.ts';

const { changes, commentList, fileStates, player } = content.project;

const rowOf = (page: Page, file: PlacedFile) => page.locator(`#file-${file.id}`);

/** Requests changes to a file from its row, first without a sentence. */
async function requestChanges(page: Page, file: PlacedFile): Promise<void> {
  const row = rowOf(page, file);
  await expect(row).toContainText(fileStates.waiting);
  await row.getByRole('button', { name: fill(changes.buttonName, { file: file.name }) }).click();
  const dialog = page.getByRole('dialog', { name: changes.title });
  await dialog.getByLabel(changes.label).fill('   ');
  await dialog.getByRole('button', { name: changes.confirm, exact: true }).click();
  await expect(dialog.getByText(changes.blank)).toBeVisible();
  await dialog.getByLabel(changes.label).fill('Lower the gulls');
  await dialog.getByRole('button', { name: changes.confirm, exact: true }).click();
  await expect(row).toContainText(fileStates['changes-requested']);
  await expect(row).toContainText('Lower the gulls');
  await expect(row.getByRole('button', { name: changes.button })).toHaveCount(0);
}

test(
  'requests changes on a phone, resolves a comment of the list, and reads the same state everywhere',
  { tag: '@default' },
  async ({ page, studio, request, faults }) => {
    faults.allow(/status of 422/);
    const file = studio.mixes[2] as PlacedFile;
    const address = `/portal/projects/${studio.projectId}`;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?file=${file.id}`);
    await requestChanges(page, file);
    const region = page.getByRole('region', { name: player.title });
    await expect(region.getByText(fileStates['changes-requested']).first()).toBeVisible();
    const data = (await (await request.get(`/portal/files/${file.id}.json`)).json()) as { state: string };
    expect(data.state).toBe('Changes requested');

    await page.getByRole('textbox', { name: player.form.label }).fill('Gulls at the start');
    await page.getByRole('button', { name: player.form.add }).click();
    await expect(region.getByText('Gulls at the start')).toBeVisible();
    await page.getByRole('link', { name: commentList.open }).first().click();
    const line = page.getByRole('listitem').filter({ hasText: 'Gulls at the start' });
    await line.getByRole('button', { name: player.markDone }).click();
    await expect(line).toHaveCount(0);
    await page.getByLabel(commentList.state).selectOption('done');
    await page.getByRole('button', { name: commentList.show }).click();
    await expect(line).toBeVisible();
    await line.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`file=${file.id}&at=`));
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('requests changes the same way', async ({ page, studio, faults }) => {
    faults.allow(/status of 422/);
    const file = studio.mixes[1] as PlacedFile;
    await page.goto(`/portal/projects/${studio.projectId}`);
    await requestChanges(page, file);
  });
});
