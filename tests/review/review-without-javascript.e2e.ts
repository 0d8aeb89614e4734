import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect } from '../harness/desk.ts';
import { commentWith, pageOf, test, versionLinks } from '../harness/review-journey.ts';
import { uploadSound } from '../harness/upload-sound.ts';

const { versions } = content['desk-projects'];
const { player, files: portalFiles, approval, versions: words } = content.project;
const { markers } = content.sound;

test('answers suggestions by a form without JavaScript, shows the carried comment, and approves the file', async ({
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
  const plain = { baseURL: baseURL ?? '', javaScriptEnabled: false };
  const desk = await pageOf(browser, team, plain);
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
  await expect(versionLinks(desk)).toHaveCount(3);
  await desk.context().close();

  const page = await pageOf(browser, client, plain);
  await page.goto(`/portal/projects/${project.id}?file=${fileIds[2]}`);
  await expect(page.getByRole('region', { name: player.title })).toContainText(
    fill(words.rounds[0], { round: '2', agreed: '3' }),
  );
  await expect(commentWith(page, 'Plainer.')).toContainText(fill(player.carried.from, { number: '1' }));
  await page.locator('[data-details] > summary').click();
  await page.getByText(markers.title, { exact: false }).first().click();
  const reaper = page.getByRole('link', { name: markers.formats.reaper, exact: true });
  const session = await (await client.get((await reaper.getAttribute('href')) ?? '')).text();
  expect(session).toMatch(/MARKER 1 1\.000 ".*: Plainer\." 0/);
  // A recording without a picture has no frame rate: it is asked for.
  await page.getByLabel(markers.frameRate).selectOption('29.97');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: markers.download }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Plain_v3 markers.edl');
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^TITLE: Markers\nFCM: DROP FRAME\n/);
  await page.getByRole('button', { name: fill(portalFiles.approveFile, { file: 'Plain_v3.wav' }) }).click();
  await page
    .getByRole('dialog', { name: approval.title })
    .getByRole('button', { name: approval.approve, exact: true })
    .click();
  await expect(page.getByRole('navigation', { name: player.version })).toContainText(words.approved);
  await page.context().close();
});
