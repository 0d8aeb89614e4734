import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect } from '../harness/desk.ts';
import { pageOf, test } from '../harness/review-journey.ts';
import { waveOf } from '../harness/wave.ts';

const words = content['file-lists'];
const { files, versions } = content['desk-projects'];
const { groups, select } = words;

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Uploads a recording from a folder as the page does; mixes and masters need approval. */
async function uploadFrom(team: APIRequestContext, projectId: string, path: string, bytes = waveOf(1)) {
  const at = path.lastIndexOf('/') + 1;
  const about = { projectId, name: path.slice(at), folder: path.slice(0, at - 1), needsApproval: 'by-kind' };
  const metadata = Object.entries(about).map(([key, value]) => `${key} ${encoded(value)}`);
  const version = { 'Tus-Resumable': '1.0.0' };
  const size = { 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata.join(',') };
  const made = await team.post('/desk/uploads', { headers: { ...version, ...size } });
  expect(made.status()).toBe(201);
  const piece = {
    ...version,
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  };
  await team.patch(made.headers()['location'] ?? '', { headers: piece, data: bytes });
}

const namesIn = (page: Page) =>
  page
    .locator('#file-list tbody tr:visible')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['name']));

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const file of names) await page.getByLabel(fill(select.one, { file }), { exact: true }).check();
}

const button = (page: Page, name: string) =>
  page.locator('#files-form').getByRole('button', { name, exact: true });

test(
  'groups, orders, renames and requests several files',
  { tag: '@default' },
  async ({ browser, team, client, project, baseURL }) => {
    for (const name of ['10 Harbour.wav', '2 Mole.wav', '1 Tide.wav'])
      await uploadFrom(team, project.id, `Album/${name}`);
    for (const name of ['Kick.wav', 'Snare.wav']) await uploadFrom(team, project.id, `Album/Stems/${name}`);
    const page = await pageOf(browser, team, { baseURL: baseURL ?? '' });
    await page.goto(project.path);
    expect(await namesIn(page)).toEqual(['1 Tide.wav', '2 Mole.wav', '10 Harbour.wav']);
    const stems = page.locator('summary').filter({ hasText: groups.stems }).first();
    await stems.click();
    expect(await namesIn(page)).toHaveLength(5);
    await expect(page.getByRole('row').filter({ hasText: 'Kick.wav' })).toContainText(files.notNeeded);

    const harbour = page.getByRole('row').filter({ hasText: '10 Harbour.wav' });
    await harbour.getByText(words.describe.edit, { exact: true }).click();
    const up = harbour.getByRole('button', { name: fill(words.order.upName, { file: '10 Harbour.wav' }) });
    await up.click();
    await expect
      .poll(() => namesIn(page))
      .toEqual(['1 Tide.wav', '10 Harbour.wav', '2 Mole.wav', 'Kick.wav', 'Snare.wav']);
    await expect(up).toBeFocused();
    await harbour.getByText(words.describe.edit, { exact: true }).click();
    const mole = page.getByRole('row').filter({ hasText: '2 Mole.wav' });
    await mole.locator('[data-order-grip]').dragTo(page.getByRole('row').filter({ hasText: '1 Tide.wav' }));
    await expect(page.locator('[data-version-said]')).toHaveText(
      fill(versions.ordered, { file: '2 Mole.wav', recording: '1 Tide.wav' }),
    );
    await expect
      .poll(async () => (await namesIn(page)).slice(0, 3))
      .toEqual(['2 Mole.wav', '1 Tide.wav', '10 Harbour.wav']);

    await mole.getByText(words.describe.edit, { exact: true }).click();
    await mole.getByLabel(words.describe.name, { exact: true }).fill('Moles at night');
    await mole.getByLabel(words.describe.note, { exact: true }).fill('With the new bass.');
    await mole.getByRole('button', { name: words.describe.save, exact: false }).first().click();
    const renamed = page.getByRole('row').filter({ hasText: 'Moles at night' });
    await expect(renamed).toContainText('With the new bass.');
    const download = page.waitForEvent('download');
    await renamed.getByRole('link', { name: 'Moles at night' }).first().click();
    expect((await download).suggestedFilename()).toBe('Moles at night.wav');

    await page.getByLabel(select.all, { exact: true }).check();
    await expect(page.locator('[data-selected-count]')).toHaveText(fill(select.count[1], { count: '5' }));
    await page.getByLabel(select.all, { exact: true }).uncheck();
    await stems.click();
    await choose(page, 'Kick.wav', 'Snare.wav');
    await button(page, words.request.button).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Kick.wav');
    await question.getByRole('button', { name: words.request.yes }).click();
    await expect(page.locator('#files-stems summary').first()).toContainText(
      fill(words.waiting[1], { count: '2' }),
    );
    await page.context().close();

    const portal = await pageOf(browser, client, {
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
    });
    await portal.goto(project.path.replace('/desk/', '/portal/'));
    const latest = portal.waitForEvent('download');
    await portal.getByRole('link', { name: words.downloads.latest }).click();
    expect(Object.keys(unzipSync(readFileSync(await (await latest).path())))).toEqual([
      'Mixes/Album/Moles at night.wav',
      'Mixes/Album/1 Tide.wav',
      'Mixes/Album/10 Harbour.wav',
      'Stems/Album/Stems/Kick.wav',
      'Stems/Album/Stems/Snare.wav',
    ]);
    await portal.context().close();
  },
);

test('selects, moves and deletes several files without JavaScript', async ({
  browser,
  team,
  project,
  baseURL,
}) => {
  for (const name of ['1 Tide.wav', '2 Mole.wav', '3 Gulls.wav'])
    await uploadFrom(team, project.id, `Album/${name}`);
  const page = await pageOf(browser, team, { baseURL: baseURL ?? '', javaScriptEnabled: false });
  await page.goto(project.path);
  await button(page, words.delete.button).waitFor({ state: 'hidden' });
  await choose(page, '1 Tide.wav');
  await button(page, words.move.button).click();
  await expect(page.getByText(words.move.none)).toBeVisible();
  await page.getByLabel(select.all, { exact: true }).check();
  await button(page, words.share.button).click();
  await expect(page).toHaveURL(/\/share\?file=/);
  await page.goto(project.path);
  const mole = page.getByRole('row').filter({ hasText: '2 Mole.wav' });
  await mole.getByText(words.describe.edit, { exact: true }).click();
  await mole.getByRole('button', { name: fill(words.order.upName, { file: '2 Mole.wav' }) }).click();
  expect(await namesIn(page)).toEqual(['2 Mole.wav', '1 Tide.wav', '3 Gulls.wav']);
  await page.getByLabel(select.all, { exact: true }).check();
  await button(page, words.delete.button).click();
  await page.getByRole('dialog').getByRole('button', { name: words.delete.yes }).click();
  await expect(page.locator('#file-list').getByText(files.empty)).toBeVisible();
  await page.context().close();
});
