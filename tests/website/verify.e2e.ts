import { createHash, randomBytes } from 'node:crypto';
import { ftruncateSync, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { verify } = content.receipts;
const projectId = sampleIdOf('project', 214);
const fileId = sampleIdOf('file', 'mix-v1');
const name = 'Tidewater_R3_mix_v1.wav';
const person = 'Runa Vestergaard';

const bytesOf = async (team: APIRequestContext) => (await team.get(`/portal/files/${fileId}`)).body();
const publish = (team: APIRequestContext, action: 'publish-receipt' | 'withdraw-receipt') =>
  team.post(`/desk/projects/${projectId}?do=${action}`, { form: { fileId }, maxRedirects: 0 });
const asFile = (buffer: Buffer, as = name) => ({ name: as, mimeType: 'audio/wav', buffer });

test(
  'shows whether exactly the chosen or dropped file was approved, without sending it',
  { tag: '@default' },
  async ({ page, team }) => {
    const bytes = await bytesOf(team);
    const sent: (string | null)[] = [];
    page.on('request', (request) => sent.push(request.postData()));
    const answer = page.getByRole('region', { name: verify.approved, exact: true });
    await publish(team, 'withdraw-receipt');

    await page.goto('/verify');
    await page.getByLabel(verify.file).setInputFiles(asFile(bytes));
    await expect(page.getByRole('heading', { name: verify.unknown })).toBeInViewport();
    await expect(page.getByText(person)).toHaveCount(0);

    expect((await publish(team, 'publish-receipt')).status()).toBe(303);
    await page.getByLabel(verify.file).setInputFiles(asFile(bytes, 'another name.wav'));
    await expect(answer).toBeFocused();
    await expect(answer).toBeInViewport();
    for (const text of [name, 'Tidewater, reel 3', person]) await expect(answer).toContainText(text);
    await expectAccessibleEverywhere(page, { schemes: ['light'] });

    await page.goto('/verify');
    const transfer = await page.evaluateHandle(
      (array) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(array)], 'dropped.wav'));
        return dropped;
      },
      [...bytes.subarray(0, -1), (bytes.at(-1) ?? 0) ^ 1],
    );
    // Next to the field.
    await page.getByRole('button', { name: verify.submit }).dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.getByRole('heading', { name: verify.unknown })).toBeInViewport();
    expect(sent.filter((body) => body !== null)).toEqual([]);
  },
);

test('answers programs with JSON, and alike for everything that is not published', async ({
  request,
  team,
}) => {
  const sha256 = createHash('sha256')
    .update(await bytesOf(team))
    .digest('hex');
  const ask = async (hash: string) => {
    const answer = await request.get(`/verify/${hash}`, { headers: { accept: '*/*' } });
    const { date: _date, ...headers } = answer.headers();
    return { status: answer.status(), headers, body: await answer.text() };
  };
  await publish(team, 'withdraw-receipt');
  const unknown = await ask('0'.repeat(64));
  expect(unknown).toMatchObject({ status: 404, body: '{"approved":false}' });
  for (const hash of [sha256, sha256.toUpperCase(), 'x', "'--"])
    expect(await ask(hash), hash).toEqual(unknown);
  await publish(team, 'publish-receipt');
  const { status, body, headers } = await ask(sha256);
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('no-store');
  const at = await (await team.get(`/portal/files/${fileId}/receipt.json`)).json();
  expect(JSON.parse(body)).toEqual({
    approved: true,
    name,
    project: 'Tidewater, reel 3',
    approvedBy: person,
    approvedAt: at.receipt.approvedAt,
  });
  const page = await request.get(`/verify/${sha256}`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain(person);
  expect(
    (await request.get(`/verify/${'0'.repeat(64)}`, { headers: { accept: 'text/html' } })).status(),
  ).toBe(404);
});

test('limits guesses per network', async ({ request }) => {
  const statuses: number[] = [];
  for (let times = 0; times < 61; times += 1)
    statuses.push((await request.get(`/verify/${randomBytes(32).toString('hex')}`)).status());
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
  const page = await request.get(`/verify?sha256=${'0'.repeat(64)}`, { headers: { accept: 'text/html' } });
  expect(page.status()).toBe(429);
  expect(await page.text()).toContain(verify.tooMany.split('{', 1)[0]);
});

test('reads a large file piece by piece, shows the progress, and stops when cancelled', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-large-'));
  const path = join(folder, 'large.wav');
  const file = openSync(path, 'w');
  ftruncateSync(file, 20 * 2 ** 30);
  closeSync(file);
  await page.goto('/verify');
  await page.getByLabel(verify.file).setInputFiles(path);
  await expect(page.getByText(/^Reading large\.wav: \d+ %$/)).toBeVisible();
  const bar = page.getByRole('progressbar', { name: verify.progress });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0);
  await page.getByRole('button', { name: verify.cancel }).click();
  await expect(page.getByRole('status').filter({ hasText: verify.cancelled })).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByLabel(verify.file)).toBeFocused();
  rmSync(folder, { recursive: true });
  // The file is gone: reading it fails, and says so.
  await page.getByLabel(verify.file).setInputFiles(asFile(Buffer.from('another')));
  await expect(page.getByRole('heading', { name: verify.unknown })).toBeVisible();
});

test('loads the code that hashes only for a file, and reports when it cannot', async ({ page, faults }) => {
  faults.allow(/Failed to load resource|net::ERR/);
  const isHashing = (url: URL) => url.pathname.includes('hash-file');
  let requests = 0;
  await page.route(isHashing, (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.continue();
  });
  await page.goto('/verify');
  await page.getByLabel(verify.hash).fill('0');
  expect(requests).toBe(0);
  await page.getByLabel(verify.file).setInputFiles(asFile(Buffer.from('a')));
  await expect(page.getByRole('alert').filter({ hasText: verify.notLoaded })).toBeVisible();
  await page.getByLabel(verify.file).setInputFiles(asFile(Buffer.from('b')));
  await expect(page.getByRole('heading', { name: verify.unknown })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a pasted SHA-256 gets the same answer, and anything else an error', async ({
    page,
    team,
    faults,
  }) => {
    faults.allow(/status of 422/);
    const sha256 = createHash('sha256')
      .update(await bytesOf(team))
      .digest('hex');
    await publish(team, 'publish-receipt');
    await page.goto('/verify');
    await expect(page.getByLabel(verify.file)).toBeHidden();
    await expect(page.getByText('sha256sum', { exact: true })).toBeVisible();
    const field = page.getByLabel(verify.or);
    const submit = page.getByRole('button', { name: verify.submit });
    await field.fill('not a hash');
    await submit.click();
    await expect(field).toHaveValue('not a hash');
    await expect(field).toHaveAccessibleDescription(new RegExp(verify.invalid.slice(0, 20)));
    await field.fill(`${sha256.toUpperCase()}  ${name}`);
    await submit.click();
    await expect(page.getByRole('heading', { name: verify.approved, exact: true })).toBeInViewport();
    await expect(page.getByRole('region', { name: verify.approved })).toContainText(person);
  });
});
