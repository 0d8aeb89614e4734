import { content } from '../harness/content.ts';
import type { APIRequestContext } from '@playwright/test';
import { expect, sampleClient, test as base } from '../harness/desk.ts';
import { expectMails } from '../harness/mailbox.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { nobody } from '../harness/studio.ts';
import { uploadSound } from '../harness/upload-sound.ts';
import { fill } from '#src/platform/fill.ts';

const { removed, delivered, requests } = content.handover;
const { files: fileTexts, details, statuses } = content['desk-projects'];
const { client: emails } = content.notices;

/** Tests with requests of the signed-in sample client. */
const test = base.extend<object, { client: APIRequestContext }>({
  client: [
    async ({ studio, playwright }, use) => {
      const client = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
      await client.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
      await use(client);
      await client.dispose();
    },
    { scope: 'worker' },
  ],
});

test.use({ javaScriptEnabled: false });

test('removes files, restores one, and deletes the others after a question', async ({
  page,
  team,
  project,
}) => {
  for (const name of ['Mix A.wav', 'Mix B.wav', 'Mix C.wav'])
    await uploadSound(team, { projectId: project.id, name });
  await page.goto(project.path);
  const rows = page.locator('#file-list').getByRole('row');
  const list = page.getByRole('region', { name: removed.title });
  await expect(list).toHaveCount(0);
  for (const file of ['Mix A.wav', 'Mix B.wav', 'Mix C.wav']) {
    const row = rows.filter({ hasText: file });
    await row.getByText(fileTexts.remove, { exact: true }).click();
    await row.getByRole('button', { name: fill(fileTexts.removeSureName, { file }) }).click();
    await expect(row).toHaveCount(0);
  }
  await expect(list).toContainText(fill(removed.summary[1], { count: '3', size: '96 kB' }));
  await list.getByText('3 files').click();
  await list.getByRole('button', { name: fill(removed.restoreName, { file: 'Mix B.wav' }) }).click();
  await expect(rows.filter({ hasText: 'Mix B.wav' })).toBeVisible();
  await list.getByText('2 files').click();
  await list.getByText(removed.deleteAll, { exact: true }).click();
  await list.getByRole('button', { name: removed.deleteAllSure }).click();
  await expect(list).toHaveCount(0);
  await expect(rows.filter({ hasText: /Mix [AC]/ })).toHaveCount(0);
});

test(
  'delivers a project after a question, emails the client, and shows the final files on top of the portal',
  { tag: '@default' },
  async ({ page, browser, team, client, project, studio }) => {
    await uploadSound(team, { projectId: project.id, name: 'Lowtide master.wav' });
    await uploadSound(team, { projectId: project.id, name: 'Lowtide drums stem.wav' });
    await page.goto(project.path);
    const form = page.getByRole('region', { name: details.title });
    await form.getByLabel(details.status).selectOption('delivered');
    await form.getByRole('button', { name: details.save }).click();
    const question = page.getByRole('dialog', { name: delivered.ask.title });
    await expect(question).toContainText('Lowtide drums stem.wav and Lowtide master.wav');
    await expect(question).toContainText(sampleClient.name);
    await expect(question).toContainText(fill(delivered.ask.finals[0], { files: 'Lowtide master.wav' }));
    await question.getByRole('button', { name: delivered.ask.deliver }).click();
    await expect(form.getByLabel(details.status)).toHaveValue('delivered');
    const subject = fill(emails.subjects['project-delivered'], { project: project.name });
    // The client and a colleague who may listen.
    await expectMails(team, subject, 2);

    const storageState = await client.storageState();
    const context = await browser.newContext({ baseURL: studio.address, storageState });
    const portal = await context.newPage();
    await portal.goto(`/portal/projects/${project.id}`);
    const finals = portal.getByRole('region', { name: delivered.title });
    await expect(finals.getByRole('listitem')).toHaveCount(1);
    const all = finals.getByRole('link', { name: /^Download \(/ });
    const archive = await client.get((await all.getAttribute('href')) ?? '');
    expect(archive.headers()['content-type']).toBe('application/zip');
    expect((await archive.body()).includes('Lowtide master.wav')).toBe(true);
    await finals.getByRole('link', { name: delivered.report, exact: true }).click();
    await expect(portal.getByRole('table').first()).toContainText('Lowtide master.wav');
    await context.close();

    // Back and forward, the client is not emailed again without a request.
    await page.goto('/desk/projects');
    await page.goto(project.path);
    await form.getByLabel(details.status).selectOption('review');
    await form.getByRole('button', { name: details.save }).click();
    await expect(page.locator('#project-head')).toContainText(statuses.review);
    await form.getByLabel(details.status).selectOption('delivered');
    await form.getByRole('button', { name: details.save }).click();
    await expect(question).toContainText(/was emailed about the delivery/);
    await question.getByRole('button', { name: delivered.ask.yes, exact: true }).click();
    await expect(page.locator('#project-head')).toContainText(statuses.delivered);
    await expectMails(team, subject, 2);
  },
);

test('asks the client for files, who sends them for the request and says that they are all there', async ({
  page,
  browser,
  team,
  client,
  project,
  studio,
  faults,
}) => {
  faults.allow(/status of 422/);
  await page.goto(project.path);
  const panel = page.getByRole('region', { name: content['desk-projects'].sent.title });
  await panel.getByText(requests.add).click();
  const form = panel.getByRole('form', { name: requests.add });
  await form.getByRole('button', { name: requests.submit }).click();
  await expect(form.getByText(requests.whatMissing)).toBeVisible();
  await expect(form.getByText(requests.untilMissing)).toBeVisible();
  await form.getByLabel(requests.what).fill('Drum stems');
  await form.getByLabel(requests.until).fill('2099-11-04');
  await form.getByRole('button', { name: requests.submit }).click();
  const subject = fill(emails.subjects['files-requested'], { project: project.name });
  await expectMails(team, subject, 2);
  const asking = panel.getByRole('listitem').filter({ hasText: 'Drum stems' });
  await asking.getByText(requests.change, { exact: true }).click();
  await asking.getByLabel(requests.until).fill('');
  await asking.getByRole('button', { name: fill(requests.saveName, { request: 'Drum stems' }) }).click();
  await expect(asking.getByText(requests.untilMissing)).toBeVisible();
  await asking.getByLabel(requests.what).fill('Drum stems, 48 kHz');
  await asking.getByLabel(requests.until).fill('2099-12-04');
  await asking.getByRole('button', { name: fill(requests.saveName, { request: 'Drum stems' }) }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Drum stems, 48 kHz' })).toContainText(
    'Due 4 Dec 2099',
  );
  await expectMails(team, subject, 4);

  const storageState = await client.storageState();
  const context = await browser.newContext({
    baseURL: studio.address,
    storageState,
    javaScriptEnabled: false,
  });
  const portal = await context.newPage();
  await portal.goto('/portal');
  await portal.getByRole('link', { name: `${requests.client.send}: Drum stems, 48 kHz` }).click();
  const asked = portal.getByRole('region', { name: requests.client.title });
  await expect(asked).toContainText(requests.files[0].replace(/^n/, 'N'));
  await portal.locator('noscript input[type=file]').setInputFiles({
    name: 'Kick.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from('RIFF'),
  });
  await portal.getByRole('button', { name: content.project.sent.send, exact: true }).click();
  await expect(asked).toContainText('One file sent');
  await asked
    .getByRole('button', { name: fill(requests.client.finishName, { request: 'Drum stems, 48 kHz' }) })
    .click();
  await expect(asked).toHaveCount(0);
  await context.close();

  await page.reload();
  await panel.getByText(requests.history[0]).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Drum stems' })).toContainText('Complete');
});
