import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askServer, watchRequests } from './requests.ts';
import { makeTestFolder } from '../test-folder.fixture.ts';

const kind = 'invite';
const noor = { email: 'noor@studio.example', name: 'Noor' };
const answer = { kind: 'link', link: 'https://studio.example/sign-in/link?token=x' } as const;

/** Starts a server for the requests of this folder; returns the received requests. */
async function startServer(dataDir: string): Promise<unknown[]> {
  const invited: unknown[] = [];
  const invite = async (asked: unknown) => {
    if (typeof (asked as { email?: unknown } | null)?.email !== 'string') return null;
    invited.push(asked);
    return answer;
  };
  onTestFinished(
    await watchRequests({ dataDir, kind, everyMs: 10 }, invite, (error) => expect.unreachable(error.message)),
  );
  return invited;
}

test('answers a request once and leaves nothing behind', async () => {
  const dataDir = makeTestFolder();
  const invited = await startServer(dataDir);
  expect(await askServer({ dataDir, kind }, noor)).toEqual(answer);
  expect(invited).toEqual([noor]);
  const folder = join(dataDir, 'requests');
  expect(await readdir(folder)).toEqual([]);
  expect((await stat(folder)).mode & 0o077, "its owner's alone").toBe(0);
});

test('withdraws a request before an unresponsive server recovers', async () => {
  const dataDir = makeTestFolder();
  expect(await askServer({ dataDir, kind }, noor, { takenMs: 100, answeredMs: 0 })).toEqual({
    kind: 'not-taken',
  });
  expect(await readdir(join(dataDir, 'requests'))).toEqual([]);
});

test('waits for a server that accepted its request, and reports a missing answer', async () => {
  const dataDir = makeTestFolder();
  const { promise: answered, resolve } = Promise.withResolvers<typeof answer>();
  const server = await watchRequests(
    { dataDir, kind, everyMs: 10 },
    () => answered,
    (error) => expect.unreachable(error.message),
  );
  onTestFinished(server);
  expect(await askServer({ dataDir, kind }, noor, { takenMs: 2000, answeredMs: 100 })).toEqual({
    kind: 'unknown',
  });
  resolve(answer);
  const folder = join(dataDir, 'requests');
  // Renamed to this once completely written.
  const whole = [expect.stringMatching(/\.answer$/)];
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual(whole), 20_000);
  const late = join(folder, (await readdir(folder))[0] ?? '');
  await utimes(late, new Date(0), new Date(0));
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 20_000);
});

test('ignores files that are not requests', async () => {
  const dataDir = makeTestFolder();
  const invited = await startServer(dataDir);
  const folder = join(dataDir, 'requests');
  await mkdir(folder);
  // The last one is named like a request; it is read, removed and ignored.
  const names = ['notes.json', 'invite-1.json', `invite-${'0'.repeat(36)}.json`];
  for (const name of names) await writeFile(join(folder, name), '{"email":1}');
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(2), 20_000);
  expect(await readdir(folder)).toEqual(['invite-1.json', 'notes.json']);
  expect(invited).toEqual([]);
});

test('answers only its own kind of requests, and deletes old ones on start except copies being read', async () => {
  const dataDir = makeTestFolder();
  const folder = join(dataDir, 'requests');
  await mkdir(join(folder, 'invite-1.copy'), { recursive: true });
  await writeFile(join(folder, 'invite-2.json.new'), '{}');
  const left = join(folder, `invite-${'1'.repeat(36)}.json`);
  await writeFile(left, '{"email":"left@studio.example"}');
  await utimes(left, new Date(0), new Date(0));
  const other = `backup-${'0'.repeat(36)}.json`;
  await writeFile(join(folder, other), '{}');
  const invited = await startServer(dataDir);
  expect(await askServer({ dataDir, kind }, noor)).toEqual(answer);
  expect(invited).toEqual([noor]);
  expect((await readdir(folder)).toSorted()).toEqual([other, 'invite-1.copy']);
});

test('answers a command sent while the server is starting', async () => {
  const dataDir = makeTestFolder();
  const asking = askServer({ dataDir, kind }, noor);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'requests'))).toHaveLength(1), 20_000);
  await startServer(dataDir);
  expect(await asking).toEqual(answer);
});
