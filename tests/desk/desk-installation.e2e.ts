import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { content } from '../harness/content.ts';
import { idOfMember, postRecently, signInAsMember } from '../harness/sign-in.ts';
import { nobody } from '../harness/studio.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { installation: words, sample } = content;
const { backups, exports, tasks } = words;

test.use({ storageState: nobody });

/** Opens the page as a member who has just signed in and may see money. */
async function openInstallation(page: Page, team: APIRequestContext): Promise<void> {
  const email = `running-${crypto.randomUUID()}@studio.example`;
  await signInAsMember(page, team, email);
  const id = await idOfMember(team, email);
  expect((await postRecently(team, '/desk/team?do=allow-money', { id })).status()).toBe(303);
  await page.getByRole('link', { name: content.desk.header.installation, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
}

const downloadOf = (page: Page, list: '#backup-list' | '#export-list') =>
  page.locator(list).getByRole('link', { name: new RegExp(`^${tasks.download}`) });

async function download(page: Page, list: '#backup-list' | '#export-list') {
  const waiting = page.waitForEvent('download');
  await downloadOf(page, list).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('exports everything as one archive, which the member downloads and deletes @default', async ({
  page,
  team,
}) => {
  await openInstallation(page, team);
  await page.getByRole('button', { name: exports.start }).click();
  await expect(page.getByText(words.said.export)).toBeVisible();
  await expect(downloadOf(page, '#export-list')).toBeVisible({ timeout: 30_000 });
  const { name, bytes } = await download(page, '#export-list');
  expect(name).toMatch(/^antinode-export-[\d-]+\.zip$/);
  const files = unzipSync(bytes);
  const clients = JSON.parse(Buffer.from(files['clients/clients.json'] ?? []).toString()) as {
    name: string;
  }[];
  expect(clients.map((client) => client.name)).toContain(sample.clients[0]?.name);
  await page
    .locator('#export-list')
    .getByRole('button', { name: new RegExp(`^${tasks.remove}`) })
    .click();
  await expect(page.getByText(words.said.removed)).toBeVisible();
  await expect(downloadOf(page, '#export-list')).toHaveCount(0);
  await page.goto('/account');
  await expect(page.getByText(content.accounts.trail.kinds['export-downloaded'])).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('makes a backup, tests that it can be restored, and shows both in the state', async ({
    page,
    team,
  }) => {
    test.slow();
    await openInstallation(page, team);
    const part = (id: string) => page.locator(`#state-${id}`);
    await expect(part('backup')).toContainText(words.health.look);
    await expect(part('backup').locator('code')).toContainText('npm run backup');
    await page.getByRole('button', { name: backups.start }).click();
    await expect(page.getByText(words.said.backup)).toBeVisible();
    await expect(async () => {
      await page.goto('/desk/installation');
      await expect(downloadOf(page, '#backup-list')).toBeVisible({ timeout: 1 });
    }).toPass({ timeout: 60_000 });
    await expect(part('backup')).toContainText(words.health.fine);
    const { name, bytes } = await download(page, '#backup-list');
    expect(name).toMatch(/^antinode-backup-[\d-]+\.tar$/);
    expect(bytes.includes('antinode-backup.json')).toBe(true);
    await page.getByRole('button', { name: new RegExp(`^${backups.test}`) }).click();
    await expect(async () => {
      await page.goto('/desk/installation');
      await expect(page.locator('#test-list').getByText(tasks.done)).toBeVisible({ timeout: 1 });
    }).toPass({ timeout: 90_000 });
    await expect(part('test')).toContainText(words.health.fine);
  });
});

test('shows the log of the last day, filtered by level and text', async ({ page, team }) => {
  await openInstallation(page, team);
  await page.getByRole('link', { name: words.state.log.link }).click();
  const lines = page.locator('#log-lines > li');
  await expect(lines.filter({ hasText: 'made the sample studio' })).toHaveCount(1);
  await page.getByLabel(words.log.search).fill('database=server');
  await page.getByRole('button', { name: words.log.show }).click();
  await expect(page.getByText(words.log.none)).toBeVisible();
  await page.getByLabel(words.log.search).fill('STARTED mode=sample database=embedded');
  await page.getByRole('button', { name: words.log.show }).click();
  await expect(lines.first()).toContainText('mode=sample database=embedded');
  await expect(lines.filter({ hasText: 'made the sample studio' })).toHaveCount(0);
  await page.getByLabel(words.log.level).selectOption('error');
  await page.getByRole('button', { name: words.log.show }).click();
  await expect(page).toHaveURL(/level=error/);
  await expect(page.getByText(words.log.none)).toBeVisible();
});
