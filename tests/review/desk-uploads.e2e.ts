import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { files, upload } = content['desk-projects'];
/** A sentence about an upload, with any numbers. */
const saidOf = (template: string, file: string) =>
  new RegExp(
    `^${fill(template, { file: file.replaceAll('.', '\\.'), percent: '\\d+', sent: '.+', total: '.+' })}$`,
  );

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const encoded = (text: string) => Buffer.from(text).toString('base64');
const offsetBytes = { 'content-type': 'application/offset+octet-stream' };

type Reply = { status: number; headers: IncomingHttpHeaders; body: string } | 'cut';

/** Sends raw tus requests; `cutAfter` cuts the connection once the server has received this many bytes. */
async function tusClient(team: APIRequestContext, address: string) {
  const { cookies } = await team.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const offsetOf = async (path: string) => {
    const reply = await ask('HEAD', path);
    return reply === 'cut' ? -1 : Number(reply.headers['upload-offset'] ?? -1);
  };
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: Uint8Array = new Uint8Array(),
    cutAfter = Infinity,
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const all = { cookie, 'tus-resumable': '1.0.0', 'content-length': String(body.length), ...headers };
      const request = httpRequest(
        new URL(path, address),
        { method, headers: all, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        },
      );
      request.on('error', (error) => (cutAfter < body.length ? resolve('cut') : reject(error)));
      if (cutAfter >= body.length) request.end(body);
      else request.write(body.subarray(0, cutAfter), () => request.destroy());
    });
  return { ask, offsetOf };
}

const storedHash = async (team: APIRequestContext, fileId: string) =>
  sha256Of(await (await team.get(`/portal/files/${fileId}`)).body());

test('resumes an interrupted upload where it stopped, and stores the same bytes', async ({
  team,
  studio,
  project,
}) => {
  const { ask, offsetOf } = await tusClient(team, studio.address);
  const bytes = randomBytes(6_000_000);
  const name = `../../x\u0007 ${'long '.repeat(60)}🎹 מיקס.wav`;
  const metadata = `projectId ${encoded(project.id)},name ${encoded(name)},needsApproval ${encoded('yes')}`;
  const begun = await ask('POST', '/desk/uploads', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
  });
  if (begun === 'cut') throw new Error('The server hung up');
  expect(begun.status).toBe(201);
  const path = begun.headers.location ?? '';
  const patch = (offset: number, part: Uint8Array, cutAfter?: number) =>
    ask('PATCH', path, { ...offsetBytes, 'upload-offset': String(offset) }, part, cutAfter);

  expect(await patch(0, bytes, 2_500_000)).toBe('cut');
  const kept = await offsetOf(path);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(2_500_000);
  expect(await patch(kept + 1, bytes.subarray(kept + 1))).toMatchObject({ status: 409 });
  expect(await patch(kept, bytes.subarray(kept, 4_000_000))).toMatchObject({ status: 204 });
  expect(await team.get(project.path).then((page) => page.text())).toContain(files.empty);
  expect(await patch(4_000_000, bytes.subarray(4_000_000))).toMatchObject({ status: 204 });
  // The response may be lost; then the offset is requested again.
  expect(await offsetOf(path)).toBe(bytes.length);
  const fileId = path.slice(path.lastIndexOf('/') + 1);
  expect(await storedHash(team, fileId)).toBe(sha256Of(bytes));
  const page = await (await team.get(project.path)).text();
  expect(page).toContain(name.replaceAll('&', '&amp;'));
  expect(page).toContain(content.project.fileStates.waiting);
});

test('explains why it refuses an upload: too large, without a name or project, cross-site or signed out', async ({
  team,
  studio,
  project,
}) => {
  const { ask } = await tusClient(team, studio.address);
  const begin = (size: number, projectId: string, name: string, headers: Record<string, string> = {}) =>
    ask('POST', '/desk/uploads', {
      'upload-length': String(size),
      'upload-metadata': `projectId ${encoded(projectId)},name ${encoded(name)}`,
      ...headers,
    });
  expect(await begin(20_000_000_001, project.id, 'a.wav')).toMatchObject({
    status: 413,
    body: `${upload.refused.size}\n`,
  });
  expect(await begin(1, project.id, '   ')).toMatchObject({ status: 400 });
  expect(await begin(1, project.id, 'a\0b')).toMatchObject({ status: 400 });
  expect(await begin(1, '../../etc', 'a.wav')).toMatchObject({ status: 404 });
  expect(await begin(1, '0190a5b5-7a1e-7000-8000-000000000000', 'a.wav')).toMatchObject({ status: 404 });
  expect(await begin(1, project.id, 'a.wav', { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
  });
  expect(await begin(1, project.id, 'a.wav', { cookie: '' })).toMatchObject({ status: 401 });
  for (const id of ['0190a5b5-7a1e-7000-8000-000000000000', '..%2f..%2fpackage.json', 'x'])
    expect(await ask('HEAD', `/desk/uploads/${id}`)).toMatchObject({ status: 404 });
  expect(await ask('GET', '/desk/uploads')).toMatchObject({ status: 405 });
});

test(
  'uploads a file in the browser and resumes after a reload',
  { tag: '@default' },
  async ({ page, project, team, faults }) => {
    faults.allow(/net::ERR_/);
    const folder = mkdtempSync(join(tmpdir(), 'antinode-upload-'));
    const bytes = randomBytes(17_000_000);
    const path = join(folder, 'Tidewater mix.wav');
    writeFileSync(path, bytes);
    const interrupted = fill(upload.again, { file: 'Tidewater mix.wav' });
    const offsets: number[] = [];
    let isCut = false;
    await page.route('**/desk/uploads/*', async (route) => {
      const offset = route.request().headers()['upload-offset'];
      if (offset !== undefined && offsets.length === 1) isCut = true;
      if (offset !== undefined && isCut) {
        await route.abort('connectionreset');
        return;
      }
      if (offset !== undefined) offsets.push(Number(offset));
      await route.continue();
    });
    await page.goto(project.path);
    await page.getByLabel(upload.choose).setInputFiles(path);
    await expect(
      page.getByRole('progressbar', { name: fill(upload.progressName, { file: 'Tidewater mix.wav' }) }),
    ).toBeVisible();
    await expect(page.locator('[data-upload-said]')).toHaveText(saidOf(upload.retrying, 'Tidewater mix.wav'));
    await page.reload();
    await expect(page.getByText(interrupted)).toBeVisible();
    isCut = false;
    offsets.push(-1);
    await page.getByLabel(upload.choose).setInputFiles(path);
    await expect(page.locator('[data-upload-said]')).toHaveText(
      fill(upload.done, { file: 'Tidewater mix.wav' }),
    );
    expect(offsets).toEqual([0, -1, 8_000_000, 16_000_000]);
    const link = page.getByRole('link', { name: 'Tidewater mix.wav' });
    await expect(link).toBeVisible();
    await expect(page.getByText(interrupted)).toHaveCount(0);
    const href = (await link.getAttribute('href')) ?? '';
    expect(await storedHash(team, href.slice(href.lastIndexOf('/') + 1))).toBe(sha256Of(bytes));
    rmSync(folder, { recursive: true });
  },
);

test('pauses, resumes and cancels an upload', async ({ page, project, faults }) => {
  faults.allow(/net::ERR_/);
  const file = { name: 'stems.zip', mimeType: 'application/zip', buffer: randomBytes(9_000_000) };
  let letOn = () => {};
  const held = new Promise<void>((resolve) => (letOn = resolve));
  await page.route('**/desk/uploads/*', async (route) => {
    const request = route.request();
    // The server is slow to accept the bytes after the first ones, and to confirm the cancellation.
    const isLater = Number(request.headers()['upload-offset'] ?? 0) > 0;
    if (isLater || request.method() === 'DELETE') await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(project.path);
  await page.getByLabel(upload.choose).setInputFiles(file);
  await expect(page.locator('[data-upload-said]')).toHaveText(saidOf(upload.sending, 'stems.zip'));
  await page.getByRole('button', { name: upload.pause }).click();
  await expect(page.locator('[data-upload-said]')).toHaveText(saidOf(upload.paused, 'stems.zip'));
  await expect(page.getByRole('button', { name: upload.resume })).toBeFocused();
  await page.getByRole('button', { name: upload.resume }).click();
  await page.getByRole('button', { name: upload.cancel }).click();
  await expect(page.locator('[data-upload-said]')).toHaveText(fill(upload.cancelled, { file: 'stems.zip' }));
  const interrupted = page.getByText(fill(upload.again, { file: 'stems.zip' }));
  await expect(interrupted).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(files.empty)).toBeVisible();
  await expect(interrupted).toHaveCount(0);
  letOn();
});

test("uploads a file that was chosen before the page's scripts had loaded", async ({ page, project }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(project.path, { waitUntil: 'commit' });
  const file = { name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
  await page.getByLabel(upload.choose).setInputFiles(file);
  held.resolve();
  await expect(page.getByRole('row').filter({ hasText: file.name })).toBeVisible();
});

test('requests approval for a file, or removes it permanently', async ({ page, project }) => {
  await page.goto(project.path);
  const input = page.getByLabel(upload.choose);
  await page.getByLabel(upload.needsApproval).uncheck();
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  const row = page.getByRole('row').filter({ hasText: 'notes.txt' });
  await expect(row).toContainText(files.notNeeded);
  await row.getByRole('button', { name: fill(files.requireName, { file: 'notes.txt' }) }).click();
  await expect(row).toContainText(content.project.fileStates.waiting);
  await row.getByText(files.remove, { exact: true }).click();
  await row.getByRole('button', { name: fill(files.removeSureName, { file: 'notes.txt' }) }).click();
  await expect(page.getByText(files.empty)).toBeVisible();
});
