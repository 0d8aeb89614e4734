import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from './harness/accessibility.ts';
import { content } from './harness/content.ts';
import { expect, test as base } from './harness/desk.ts';
import { postOfPrintedLink } from './harness/printed-link.ts';
import { nobody } from './harness/studio.ts';
import { uploadSound } from './harness/upload-sound.ts';
import { waveOf } from './harness/wave.ts';

const { files, upload, versions } = content['desk-projects'];
const { player, files: portalFiles, approval, versions: words } = content.project;

/** The sample client, who used the printed link. */
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

const browserOf = async (browser: Browser, client: APIRequestContext, baseURL = ''): Promise<Page> => {
  const context = await browser.newContext({ baseURL, storageState: await client.storageState() });
  return context.newPage();
};

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

test('a second version is proposed, takes over the open comments, and is locked once it is approved', async ({
  page,
  browser,
  client,
  project,
  baseURL,
}) => {
  test.slow();
  await page.goto(project.path);
  await uploadFiles(page, 'Low mix_v1.wav');
  const portal = await browserOf(browser, client, baseURL);
  await portal.goto(`/portal/projects/${project.id}`);
  await portal.locator('#comment-content').fill('Let the tail ring.');
  await portal.getByRole('button', { name: player.form.add }).click();
  await expect(portal.getByRole('listitem').filter({ hasText: 'Let the tail ring.' })).toHaveCount(1);

  // Proposed, and not done before somebody says so.
  await uploadFiles(page, 'Low mix_v2.wav');
  const proposals = page.getByRole('form', { name: versions.proposals.title });
  await expect(proposals).toContainText(versions.proposals.text);
  await expect(proposals.getByRole('combobox')).toHaveText(
    new RegExp(fill(versions.proposals.yes, { recording: 'Low mix' })),
  );
  await expect(rowOf(page, 'Low mix_v1.wav')).toContainText(files.waits);
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  await expect(proposals).toHaveCount(0);
  await expect(rowOf(page, 'Low mix_v1.wav')).toContainText(
    fill(files.superseded, { file: 'Low mix_v2.wav' }),
  );
  await expect(rowOf(page, 'Low mix_v2.wav').first()).toContainText(
    fill(words.of, { number: '2', recording: 'Low mix' }),
  );

  // The client's open page has both versions, the round and, on version 2, the comment.
  const links = portal.getByRole('navigation', { name: player.version });
  await expect(links.getByRole('button')).toHaveCount(2);
  await expect(links).toContainText(fill(words.rounds[0], { round: '1', agreed: '3' }));
  await links.getByRole('button').last().click();
  const comment = portal.getByRole('listitem').filter({ hasText: 'Let the tail ring.' });
  await expect(comment).toContainText(fill(player.carried.from, { number: '1' }));
  await expectAccessibleEverywhere(portal, { widths: [320, 1440] });
  await comment.getByRole('button', { name: player.markDone }).click();
  await expect(comment).toContainText(player.done);
  await links.getByRole('button').first().click();
  await expect(comment).toContainText(player.done);

  // Approved, and locked.
  await portal
    .getByRole('button', { name: fill(portalFiles.approveFile, { file: 'Low mix_v2.wav' }) })
    .click();
  await portal.getByRole('dialog').getByRole('button', { name: approval.approve }).click();
  await expect(links).toContainText(words.approved);
  await expect(rowOf(page, 'Low mix_v2.wav').first()).toContainText(files.approved);
  await openMenu(page, 'Low mix_v2.wav');
  await expect(page.getByText(versions.isLocked)).toBeVisible();
  await portal.context().close();
});

test('dragging a row onto another, or its menu, sets a version; the menu labels, pins and takes it out', async ({
  page,
  project,
}) => {
  await page.goto(project.path);
  await uploadFiles(page, 'Morning take.wav', 'Evening take.wav');
  const said = page.locator('[data-version-said]');
  // What is told of the new files may replace a row that is being picked up: it is picked up again.
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
  // Every recording is there as soon as somebody turns to the choice.
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

test('without JavaScript, proposals are answered by a form and the carried comment stands there', async ({
  browser,
  team,
  client,
  project,
  act,
  baseURL,
}) => {
  const fileIds: string[] = [];
  for (const name of ['Plain_v1.wav', 'Plain_v2.wav', 'Plain_v3.wav']) {
    fileIds.push(await uploadSound(team, { projectId: project.id, name }));
  }
  const remark = { commentId: randomUUID(), fileId: fileIds[0] ?? '', at: '0:01.0', content: 'Plainer.' };
  await act(`${project.path}?do=add-comment`, remark);
  const plain = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    storageState: await team.storageState(),
  });
  const desk = await plain.newPage();
  await desk.goto(project.path);
  const proposals = desk.getByRole('form', { name: versions.proposals.title });
  await expect(proposals.getByRole('combobox')).toHaveCount(2);
  const third = desk.getByRole('row').filter({ hasText: 'Plain_v3.wav' });
  await third.getByText(versions.menu, { exact: true }).click();
  await third.getByRole('link', { name: fill(versions.allName, { file: 'Plain_v3.wav' }) }).click();
  const choice = third.getByLabel(versions.recording, { exact: true });
  await expect(choice).toBeVisible();
  await expect(choice.getByRole('option')).toHaveCount(3);
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  await expect(desk.getByRole('navigation', { name: player.version }).getByRole('button')).toHaveCount(3);
  await plain.close();
  const found = await (await client.get(`/portal/projects/${project.id}?file=${fileIds[2]}`)).text();
  expect(found).toContain(fill(player.carried.from, { number: '1' }));
  expect(found).toContain(fill(words.rounds[0], { round: '2', agreed: '3' }));
});
