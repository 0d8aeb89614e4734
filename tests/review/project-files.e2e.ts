import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { withoutDirectionMarks, fill } from '#src/platform/fill.ts';
import { overflowsAt } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect } from '../harness/test.ts';
import { hostileNames, test, type PlacedFile } from '../harness/review-studio.ts';

const { portal, project, system } = content;
const { activity, approval, files, player } = project;

const approveButton = (page: Page, { name }: PlacedFile) =>
  page.getByRole('button', { name: fill(files.approveFile, { file: name }) });
const approved = ({ name }: PlacedFile) =>
  fill(activity.lines['file-approved'], { actor: activity.you, file: name });
const rowOf = (page: Page, file: PlacedFile) => page.locator(`#file-${file.id}`);

/** From the button in the table through the dialog to the word "Approved". */
async function approve(page: Page, file: PlacedFile): Promise<void> {
  const row = rowOf(page, file);
  await approveButton(page, file).click();
  const dialog = page.getByRole('dialog', { name: approval.title });
  await expect(dialog).toContainText(file.name);
  await dialog.getByText(`${file.sha256.slice(0, 12)} …`).click();
  await expect(dialog.getByText(file.sha256)).toBeVisible();
  await expect(row).not.toContainText(content.project.fileStates.approved);
  await dialog.getByRole('button', { name: approval.approve, exact: true }).click();
  await expect(row).toContainText(content.project.fileStates.approved);
  await expect(row).toContainText(new RegExp(fill(files.approvedYou, { when: `${portal.today}, \\d\\d:` })));
  await expect(row).toContainText(fill(files.hash, { hash: file.sha256.slice(0, 12) }));
  await expect(approveButton(page, file)).toHaveCount(0);
}

test('approves a file permanently after one confirmation that names its bytes', async ({ page, studio }) => {
  const [file] = studio.mixes as [PlacedFile, ...PlacedFile[]];
  await page.goto(`/portal/projects/${studio.projectId}`);
  const opener = approveButton(page, file);
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: approval.cancel })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await approve(page, file);
  await page.reload();
  await expect(rowOf(page, file)).toContainText(content.project.fileStates.approved);
  await expect(page.locator('#project-activity')).toContainText(approved(file));
});

test('changes nothing when approving again, or twice at once', async ({ page, studio, request }) => {
  const file = studio.hostile[0] as PlacedFile;
  const address = `/portal/projects/${studio.hostileProjectId}`;
  const send = () =>
    request.post(`${address}?do=approve-file`, {
      form: { fileId: file.id, sha256: file.sha256 },
      headers: { accept: 'application/json' },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(answers.map((answer) => answer.status())).toEqual(Array.from({ length: 10 }, () => 200));
  await page.goto(address);
  const deeds = page.locator('#project-activity ol > li').filter({ hasText: approved(file) });
  await expect(deeds).toHaveCount(1);
});

test('asks the same confirmation next to the recording, and refuses other bytes than the displayed ones', async ({
  page,
  studio,
  faults,
}) => {
  faults.allow(/status of 409/);
  const file = studio.mixes[2] as PlacedFile;
  const dialog = page.getByRole('dialog');
  await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
  const region = page.getByRole('region', { name: player.title });
  const link = region.getByRole('button', { name: approval.approve, exact: true });
  await link.click();
  await expect(dialog).toContainText(file.sha256);
  await dialog.getByRole('button', { name: approval.cancel }).click();
  await expect(dialog).toHaveCount(0);
  await link.click();
  await dialog
    .locator('[name=sha256]')
    .evaluate((field) => ((field as HTMLInputElement).value = '0'.repeat(64)));
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await dialog.getByRole('button', { name: approval.approve, exact: true }).click();
  expect((await answered).status()).toBe(409);
  await expect(page.getByRole('alert').filter({ hasText: approval.otherBytes })).toBeVisible();
  await expect(rowOf(page, file)).not.toContainText(content.project.fileStates.approved);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('approves a file the same way', async ({ page, studio }) => {
    const file = studio.mixes[1] as PlacedFile;
    await page.goto(`/portal/projects/${studio.projectId}`);
    await approve(page, file);
  });

  test('shows the browser’s own controls for a recording, and accepts a typed time within it for a comment', async ({
    page,
    studio,
    faults,
  }) => {
    faults.allow(/status of 422/);
    const file = studio.mixes[1] as PlacedFile;
    const at = page.getByRole('textbox', { name: player.form.from });
    const box = page.getByRole('textbox', { name: player.form.label });
    const add = page.getByRole('button', { name: player.form.add });
    await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
    await expect(page.locator('audio')).toHaveAttribute('controls', '');
    await at.fill('9:59');
    await box.fill('Typed without a script.');
    await add.click();
    await expect(page.getByRole('alert').filter({ hasText: player.form.time })).toBeVisible();
    await expect(at).toHaveValue('9:59');
    await expect(box).toHaveValue('Typed without a script.');
    await at.fill('0:01.5');
    await add.click();
    const comment = page.getByRole('listitem').filter({ hasText: 'Typed without a script.' });
    await expect(comment).toContainText('0:01.5');
    await comment.getByRole('button', { name: player.markDone }).click();
    await expect(comment).toContainText(player.done);
  });
});

test('downloads the stored bytes, whole and in parts', async ({ page, studio, request }) => {
  const file = studio.mixes[0] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}`);
  const begun = page.waitForEvent('download');
  await page.getByRole('link', { name: `${files.download} ${file.name}` }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe(file.name);
  expect(readFileSync(await download.path()).equals(file.bytes)).toBe(true);

  const at = `/portal/files/${file.id}`;
  const part = await request.get(at, { headers: { range: 'bytes=100-199' } });
  expect([part.status(), part.headers()['content-range']]).toEqual([
    206,
    `bytes 100-199/${file.bytes.length}`,
  ]);
  expect((await part.body()).equals(file.bytes.subarray(100, 200))).toBe(true);
  expect((await request.get(at, { headers: { range: `bytes=${file.bytes.length}-` } })).status()).toBe(416);
  const head = await request.head(at);
  expect(head.headers()['content-length']).toBe(String(file.bytes.length));
  const same = await request.get(at, { headers: { 'if-none-match': `"${file.sha256}"` } });
  expect(same.status()).toBe(304);
  const heard = await request.get(`${at}/listen`);
  expect([heard.status(), heard.headers()['content-type']]).toEqual([200, 'audio/wav']);
  expect((await heard.body()).equals(file.bytes)).toBe(true);
});

test('renders no uploaded file', async ({ page, studio, request }) => {
  for (const file of studio.hostile) {
    const answer = await request.get(`/portal/files/${file.id}`);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    });
    expect(answer.headers()['content-disposition']).toMatch(/^attachment; /);
    expect((await answer.body()).equals(file.bytes)).toBe(true);
    const isSound = file.name.endsWith('.wav');
    expect((await request.get(`/portal/files/${file.id}/listen`)).status()).toBe(isSound ? 200 : 404);
  }
  for (const file of studio.hostile.filter(({ name }) => /html|svg/.test(name))) {
    const begun = page.waitForEvent('download');
    await page.goto(`/portal/files/${file.id}`).catch((error: Error) => {
      expect(error.message).toContain('Download is starting');
    });
    await begun;
    expect(await page.title()).not.toBe('ran');
  }
});

test('shows malicious names as text, and keeps the layout at any width', async ({ page, studio }) => {
  await page.goto(`/portal/projects/${studio.hostileProjectId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>שלום</b> \u202Eevil 🎚️');
  const shown = hostileNames.map((name) =>
    name.trim() === '' ? files.nameless : withoutDirectionMarks(name),
  );
  const texts = await page.locator('#project-files tbody bdi').allTextContents();
  for (const name of shown) expect(texts).toContain(name);
  expect(await overflowsAt(page, [320, 390, 800, 1081, 1440])).toEqual([]);
});

test('responds with the same styled 404 for missing objects and other people’s objects', async ({
  page,
  studio,
  request,
  faults,
}) => {
  faults.allow(/status of 404/);
  const { projectId, file } = studio.foreign;
  const unknown = '0190a5b5-7a1e-7000-8000-000000000000';
  const paths = [
    `/portal/projects/${projectId}`,
    `/portal/projects/${unknown}`,
    '/portal/projects/P-214',
    `/portal/projects/${studio.projectId}?file=${file.id}`,
    `/portal/projects/${studio.projectId}?file=x`,
    `/portal/files/${file.id}`,
    `/portal/files/${file.id}/listen`,
    `/portal/files/${unknown}`,
    '/portal/files/..%2f..%2fx',
  ];
  for (const path of paths) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).toContain(system.notFound.title);
  }
  for (const path of [`/portal/files/${unknown}`, '/listen/made-up', '/unknown.pdf']) {
    const asJson = await request.get(path, { headers: { accept: 'application/json' } });
    expect(asJson.status(), path).toBe(404);
    expect(await asJson.json(), path).toMatchObject({ errors: [] });
    expect((await request.head(path)).status(), path).toBe(404);
  }
  expect((await page.goto(paths[0] ?? ''))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(system.notFound.title);
  const form = { fileId: file.id, sha256: file.sha256 };
  for (const id of [projectId, studio.projectId]) {
    const answer = await request.post(`/portal/projects/${id}?do=approve-file`, { form });
    expect(answer.status()).toBe(404);
  }
});

test('sends no bytes to signed-out people', async ({ studio }) => {
  const ask = (path: string) => fetch(new URL(path, studio.address));
  const [file] = studio.mixes as [PlacedFile, ...PlacedFile[]];
  for (const path of [`/portal/files/${file.id}`, `/portal/files/${file.id}/listen`]) {
    const answer = await ask(path);
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('RIFF');
  }
  expect((await ask(`/portal/projects/${studio.projectId}`)).status).toBe(403);
});
