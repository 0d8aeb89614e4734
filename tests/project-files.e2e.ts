import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './harness/test.ts';
import { hostileNames, test, type PlacedFile } from './harness/review-studio.ts';

const rowOf = (page: Page, file: PlacedFile) => page.locator(`#file-${file.id}`);

/** From the button in the table through the question to the word "Approved". */
async function approve(page: Page, file: PlacedFile): Promise<void> {
  const row = rowOf(page, file);
  await page.getByRole('button', { name: `Approve ${file.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this file?' });
  await expect(dialog).toContainText(file.name);
  await expect(dialog).toContainText(file.sha256);
  await expect(row).not.toContainText('Approved');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(row).toContainText('Approved');
  await expect(row).toContainText(/you, Today, \d\d:\d\d/);
  await expect(row).toContainText(`SHA-256 ${file.sha256.slice(0, 12)}`);
  await expect(page.getByRole('button', { name: `Approve ${file.name}` })).toHaveCount(0);
}

test('a file is approved after one question that names its bytes, and for good', async ({ page, studio }) => {
  const [file] = studio.mixes as [PlacedFile, ...PlacedFile[]];
  await page.goto(`/portal/projects/${studio.projectId}`);
  const opener = page.getByRole('button', { name: `Approve ${file.name}` });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await approve(page, file);
  await page.reload();
  await expect(rowOf(page, file)).toContainText('Approved');
  await expect(page.locator('#project-activity')).toContainText(`You approved ${file.name}`);
});

test('the link beside the recording asks the same question', async ({ page, studio }) => {
  const file = studio.mixes[2] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
  await page.getByRole('region', { name: 'Review player' }).getByRole('link', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog')).toContainText(file.sha256);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('approving again, or twice at once, changes nothing', async ({ page, studio, request }) => {
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
  const deeds = page.locator('#project-activity li').filter({ hasText: `You approved ${file.name}` });
  await expect(deeds).toHaveCount(1);
});

test('other bytes than those shown are refused, and the page says so', async ({ page, studio, faults }) => {
  faults.allow(/status of 409/);
  const file = studio.mixes[2] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}`);
  await page.getByRole('button', { name: `Approve ${file.name}` }).click();
  await page
    .getByRole('dialog')
    .locator('[name=sha256]')
    .evaluate((field) => ((field as HTMLInputElement).value = '0'.repeat(64)));
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await answered).status()).toBe(409);
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was approved' })).toBeVisible();
  await expect(rowOf(page, file)).not.toContainText('Approved');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a file is approved the same way', async ({ page, studio }) => {
    const file = studio.mixes[1] as PlacedFile;
    await page.goto(`/portal/projects/${studio.projectId}`);
    await approve(page, file);
  });

  test('a recording has the browser’s own controls, and a comment takes a typed moment', async ({
    page,
    studio,
  }) => {
    const file = studio.mixes[1] as PlacedFile;
    await page.goto(`/portal/projects/${studio.projectId}?file=${file.id}`);
    await expect(page.locator('audio')).toHaveAttribute('controls', '');
    await page.getByRole('textbox', { name: 'At' }).fill('0:01.5');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Typed without a script.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    const comment = page.getByRole('listitem').filter({ hasText: 'Typed without a script.' });
    await expect(comment).toContainText('0:01.5');
    await comment.getByRole('button', { name: 'Mark done' }).click();
    await expect(comment).toContainText('Done');
  });

  test('a moment beyond the end is refused with everything typed kept', async ({ page, studio, faults }) => {
    faults.allow(/status of 422/);
    await page.goto(`/portal/projects/${studio.projectId}?file=${studio.mixes[2]?.id ?? ''}`);
    await page.getByRole('textbox', { name: 'At' }).fill('9:59');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Too late.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'moment of this recording' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'At' })).toHaveValue('9:59');
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Too late.');
  });
});

test('a download is the stored bytes, whole and in parts', async ({ page, studio, request }) => {
  const file = studio.mixes[0] as PlacedFile;
  await page.goto(`/portal/projects/${studio.projectId}`);
  const begun = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download ${file.name}` }).click();
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

test('nothing that was uploaded is rendered here', async ({ page, studio, request }) => {
  for (const file of studio.hostile) {
    const answer = await request.get(`/portal/files/${file.id}`);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
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

test('names that mean harm are text, and break nothing at any width', async ({ page, studio }) => {
  await page.goto(`/portal/projects/${studio.hostileProjectId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>שלום</b> \u202Eevil 🎚️');
  const names = page.locator('#project-files tbody bdi');
  const shown = hostileNames.map((name) => (name.trim() === '' ? 'File without a name' : name));
  const texts = await names.allTextContents();
  for (const name of shown) expect(texts).toContain(name);
  for (const width of [320, 390, 800, 1081, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `horizontal overflow at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('what is not there, or is somebody else’s, is the same 404 in the site’s looks', async ({
  page,
  studio,
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
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('This note has no figure.');
  }
  const form = { fileId: file.id, sha256: file.sha256 };
  for (const id of [projectId, studio.projectId]) {
    const answer = await page.request.post(`/portal/projects/${id}?do=approve-file`, { form });
    expect(answer.status()).toBe(404);
  }
});

test('nobody who is not signed in gets a byte', async ({ playwright, studio }) => {
  const guest = await playwright.request.newContext({
    baseURL: studio.address,
    storageState: { cookies: [], origins: [] },
  });
  const [file] = studio.mixes as [PlacedFile, ...PlacedFile[]];
  for (const path of [`/portal/files/${file.id}`, `/portal/files/${file.id}/listen`]) {
    const answer = await guest.get(path);
    expect(answer.status()).toBe(401);
    expect(await answer.text()).not.toContain('RIFF');
  }
  expect((await guest.get(`/portal/projects/${studio.projectId}`)).status()).toBe(403);
  await guest.dispose();
});

test('what is done elsewhere appears in an open page by itself', async ({ page, studio, request }) => {
  const file = studio.hostile[3] as PlacedFile;
  const address = `/portal/projects/${studio.hostileProjectId}`;
  await page.goto(address);
  await expect(rowOf(page, file)).not.toContainText('Approved');
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  const sent = await request.post(`${address}?do=approve-file`, {
    form: { fileId: file.id, sha256: file.sha256 },
    headers: { accept: 'application/json' },
  });
  expect(sent.status()).toBe(200);
  await expect(rowOf(page, file)).toContainText('Approved');
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
});
