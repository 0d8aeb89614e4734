import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { upload } = content['desk-projects'];
const { downloads, groups, select } = content['file-lists'];

const stems = {
  'Stems/Bass.wav': randomBytes(9_000_000),
  'Stems/Drums/Kick.wav': randomBytes(300_000),
  'Stems/Drums/Snare.wav': randomBytes(300_000),
  'Stems/Vox/Lead.wav': randomBytes(300_000),
  'Stems/Vox/Backing.wav': randomBytes(300_000),
};

test('uploads the files of a folder in parallel despite refused ones, and downloads all in one archive', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/status of 400|net::ERR_FAILED/);
  const folder = mkdtempSync(join(tmpdir(), 'antinode-folder-'));
  for (const [name, bytes] of Object.entries({ ...stems, 'Stems/.DS_Store': Buffer.from('x') })) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  let isRefusing = true;
  let under = 0;
  let most = 0;
  const refused = Buffer.from('Kick.wav').toString('base64');
  await page.route('**/desk/uploads', async (route) => {
    const isKick = route.request().headers()['upload-metadata']?.includes(refused);
    if (isKick && isRefusing)
      return route.fulfill({ status: 400, contentType: 'text/plain', body: upload.refused.broken });
    return route.continue();
  });
  await page.route('**/desk/uploads/*', async (route) => {
    most = Math.max(most, ++under);
    const response = await route.fetch();
    under--;
    await route.fulfill({ response });
  });
  await page.route(/upload\.client/, (route) => route.abort());
  await page.goto(project.path);
  await page.getByLabel(upload.chooseFolder).setInputFiles(join(folder, 'Stems'));
  await expect(page.getByText(upload.notTaken)).toBeVisible();
  await page.unroute(/upload\.client/);
  await page.getByLabel(upload.chooseFolder).setInputFiles(join(folder, 'Stems'));
  const total = '10 MB';
  const summary = page.locator('[data-upload-summary]');
  await expect(summary).toContainText(
    fill(upload.summaryFailed, { done: '4', count: '5', failed: '1', percent: '97', total }),
  );
  const row = page.locator('[data-upload-list] > li').filter({ hasText: 'Kick.wav' });
  await expect(row.getByRole('alert')).toContainText(upload.refused.broken);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);

  isRefusing = false;
  await row.getByRole('button', { name: fill(upload.retryName, { file: 'Stems/Drums/Kick.wav' }) }).click();
  const said = fill(upload.summary, { done: '5', count: '5', percent: '100', total });
  await expect(summary).toContainText(said);
  await expect(page.locator('[data-upload-live]')).toHaveText(said);

  const all = page.waitForEvent('download');
  await page.getByRole('link', { name: downloads.latest }).click();
  const found = unzipSync(readFileSync(await (await all).path()));
  // Random bytes are no recordings.
  const pathOf = (name: string) => `${groups.other}/${name}`;
  expect(new Set(Object.keys(found))).toEqual(new Set(Object.keys(stems).map((name) => pathOf(name))));
  for (const [name, bytes] of Object.entries(stems))
    expect(bytes.equals(found[pathOf(name)] ?? Buffer.alloc(0))).toBe(true);

  const chosen = page.getByRole('button', { name: downloads.download, exact: true });
  await expect(chosen).toBeHidden();
  await page.getByLabel(fill(select.one, { file: 'Lead.wav' })).check();
  const one = page.waitForEvent('download');
  await chosen.click();
  expect(Object.keys(unzipSync(readFileSync(await (await one).path())))).toEqual([
    pathOf('Stems/Vox/Lead.wav'),
  ]);
  // The list of files is updated again.
  await expect(chosen).toBeHidden();
  rmSync(folder, { recursive: true });
});

test('reports a file that was removed before its turn', async ({ page, project, faults }) => {
  faults.allow(/net::ERR_/);
  const folder = mkdtempSync(join(tmpdir(), 'antinode-gone-'));
  const path = join(folder, 'mix.wav');
  writeFileSync(path, randomBytes(17_000_000));
  await page.route('**/desk/uploads/*', async (route) => {
    if (route.request().headers()['upload-offset'] === '0') rmSync(folder, { recursive: true, force: true });
    await route.continue();
  });
  await page.goto(project.path);
  await page.getByLabel(upload.choose).setInputFiles(path);
  await expect(page.locator('[data-upload-list]').getByRole('alert')).toContainText(upload.unreadable);
});

test('continues an upload by itself after the file store was unavailable for a minute', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/status of 503/);
  const mix = { name: 'Tidewater mix.wav', mimeType: 'audio/wav', buffer: randomBytes(1000) };
  let [isAway, refused] = [true, 0];
  await page.route('**/desk/uploads/*', async (route) => {
    if (!isAway) return route.continue();
    await route.fulfill({ status: 503, contentType: 'text/plain', body: 'Away.' });
    refused += 1;
  });
  await page.clock.install();
  await page.goto(project.path);
  await page.getByLabel(upload.choose).setInputFiles(mix);
  // The eighth arrives more than a minute after the first.
  for (let count = 1; count <= 8; count += 1)
    await expect(async () => {
      if (refused < count) await page.clock.runFor(30_000);
      expect(refused).toBeGreaterThanOrEqual(count);
    }).toPass({ timeout: 60_000 });
  isAway = false;
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(page.locator('[data-upload-said]')).toHaveText(fill(upload.done, { file: mix.name }), {
      timeout: 500,
    });
  }).toPass({ timeout: 60_000 });
});
