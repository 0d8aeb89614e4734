import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { unzipSync } from 'fflate';
import { fill } from '#src/platform/fill.ts';
import { expectAccessible, overflowsAt } from '../harness/accessibility.ts';
import { expect, test } from '../harness/client.ts';
import { content } from '../harness/content.ts';
import { sampleClientId } from '../harness/desk.ts';
import { waveOf } from '../harness/wave.ts';

const { sent: words } = content.project;
const { sent: deskWords, upload } = content['desk-projects'];

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Ten files, of which the first takes two chunks. */
const takes = Array.from({ length: 10 }, (_, index) => ({
  name: `Take ${index + 1}.wav`,
  mimeType: 'audio/wav',
  buffer: index === 0 ? Buffer.concat([waveOf(2), randomBytes(9_000_000)]) : waveOf(1 + index / 10),
}));

const asProgram = (form: Record<string, string>) => ({ form, headers: { accept: 'application/json' } });

/** A project of the sample client that no other test uses. Returns its page at the desk. */
async function makeProject(team: APIRequestContext): Promise<string> {
  const details = { clientId: await sampleClientId(team), name: `Lowtide ${randomUUID()}`, progress: '10' };
  const made = await team.post('/desk/projects/new?do=create', asProgram(details));
  return ((await made.json()) as { next: string }).next;
}

test.use({ studioName: 'client-uploads' });

test(
  'uploads ten files of a client, resumes one that was cut, until the storage is full; the team sees and downloads all',
  { tag: '@default' },
  async ({ page: portal, browser, baseURL, team, faults }) => {
    test.slow();
    faults.allow(/status of (?:502|507)/);
    const project = await makeProject(team);
    const own = project.replace('/desk/', '/portal/');
    const limit = takes.reduce((sum, { buffer }) => sum + buffer.length, 0) + 50_000;
    const limitGb = (Math.ceil(limit / 1e6) / 1000).toFixed(3);
    await team.post(`${project}?do=change-sent-limit`, asProgram({ limit: limitGb }));

    const atDesk = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: await team.storageState(),
    });
    const desk = await atDesk.newPage();
    await desk.goto(project);
    const inbox = desk.getByRole('region', { name: deskWords.title });
    await expect(inbox).toContainText(deskWords.empty);
    await portal.goto(own);
    const list = portal.getByRole('region', { name: words.title });
    await expect(list).toContainText(words.empty);
    await expectAccessible(portal);

    await test.step('ten at once; what is cut goes on where it stopped', async () => {
      const offsets: number[] = [];
      await portal.route('**/portal/uploads/*', async (route) => {
        const offset = Number(route.request().headers()['upload-offset'] ?? -1);
        if (offset > 0) offsets.push(offset);
        // The connection breaks twice, after the first chunk.
        if (offset > 0 && offsets.length <= 2) return route.fulfill({ status: 502, body: 'cut' });
        return route.continue();
      });
      await portal.getByLabel(words.upload.choose).setInputFiles(takes);
      await expect(portal.locator('[data-upload-summary]')).toContainText('10 of 10 files stored');
      expect(offsets).toEqual([8_000_000, 8_000_000, 8_000_000]);
      for (const { name } of takes) await expect(list.getByRole('link', { name })).toBeVisible();
    });

    await test.step('the open page of the team has them; nobody has to approve them', async () => {
      await expect(inbox.getByRole('row')).toHaveCount(11);
      await expect(inbox.getByText(deskWords.new, { exact: true })).toHaveCount(10);
      const page = await (await portal.request.get(own)).text();
      expect(page).not.toContain('do=approve-file');
    });

    await test.step('what does not fit is refused in words, before its bytes are sent', async () => {
      const large = { name: 'Large.wav', mimeType: 'audio/wav', buffer: randomBytes(1_100_000) };
      await portal.getByLabel(words.upload.choose).setInputFiles(large);
      const [said = ''] = words.refused.space.split('{left}');
      await expect(portal.locator('[data-upload-failed]').filter({ visible: true })).toContainText(
        said.trim(),
      );
      await portal.getByRole('button', { name: fill(upload.cancelName, { file: 'Large.wav' }) }).click();
    });

    await test.step('one is withdrawn; the others are the team’s once it has downloaded them', async () => {
      const row = list.getByRole('row').filter({ hasText: 'Take 10.wav' });
      await row.getByText(words.withdraw, { exact: true }).click();
      await row.getByRole('button', { name: fill(words.withdrawSureName, { file: 'Take 10.wav' }) }).click();
      await expect(list.getByRole('row')).toHaveCount(10);
      await expect(inbox.getByRole('row')).toHaveCount(10);
      const all = desk.waitForEvent('download');
      await inbox.getByRole('link', { name: /^Download all/ }).click();
      const found = unzipSync(readFileSync(await (await all).path()));
      const expected = takes.slice(0, 9).map(({ name, buffer }) => [name, sha256Of(buffer)]);
      const got = Object.entries(found).map(([name, bytes]) => [name, sha256Of(bytes)]);
      expect(Object.fromEntries(got)).toEqual(Object.fromEntries(expected));
      await expect(list.getByText(words.withdraw, { exact: true })).toHaveCount(0);
      await expect(inbox.getByText(deskWords.new, { exact: true })).toHaveCount(0);
    });

    await test.step('a sound becomes a recording of the project, and is removed from what was sent', async () => {
      const row = inbox.getByRole('row').filter({ hasText: 'Take 2.wav' });
      await row.getByRole('button', { name: fill(deskWords.takeName, { file: 'Take 2.wav' }) }).click();
      await inbox.getByRole('link', { name: fill(deskWords.openName, { file: 'Take 2.wav' }) }).click();
      await expect(desk.locator('#player-slot')).toContainText('Take 2.wav');
      await expectAccessible(desk);
      await row.getByText(deskWords.remove, { exact: true }).click();
      await row.getByRole('button', { name: fill(deskWords.removeSureName, { file: 'Take 2.wav' }) }).click();
      await expect(row).toHaveCount(0);
      await expect(desk.getByRole('region', { name: content['desk-projects'].files.title })).toContainText(
        'Take 2.wav',
      );
    });

    expect(await overflowsAt(portal, [1440, 390, 320])).toEqual([]);
    await expectAccessible(portal);
    await atDesk.close();
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('uploads small files by a plain form, and lists those that were not sent', async ({
    page: portal,
    team,
  }) => {
    const project = await makeProject(team);
    const own = project.replace('/desk/', '/portal/');
    await portal.goto(own);
    const list = portal.getByRole('region', { name: words.title });
    const field = list.getByLabel(words.upload.choose).filter({ visible: true });
    await field.setInputFiles([
      { name: 'Notes é 🎹.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    await list.getByRole('button', { name: words.send, exact: true }).click();
    await expect(list.getByRole('link', { name: 'Notes é 🎹.html' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'empty.txt' })).toBeVisible();
    await team.post(`${project}?do=change-sent-limit`, asProgram({ limit: '0' }));
    await portal.goto(own);
    await expect(list).toContainText(words.spent);
    await field.setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('more') });
    await list.getByRole('button', { name: words.send, exact: true }).click();
    await expect(list.getByText(words.unsent.space)).toBeVisible();
    await expect(portal).toHaveTitle(/^Error:/);
  });
});
