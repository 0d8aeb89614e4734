import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandInvite } from './invite-by-command.ts';
import { answerRequests, askServer } from './invite-requests.ts';

const noor = { email: 'noor@studio.example', name: 'Noor', withoutPasskeys: false };

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'antinode-requests-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('what the command asks is answered once, and leaves nothing behind', async () => {
  const dataDir = await newDataDir();
  const invited: CommandInvite[] = [];
  const asking = askServer(dataDir, noor, 20_000);
  const answer = { kind: 'link', link: 'https://studio.example/sign-in/link?token=x' } as const;
  while (invited.length === 0) {
    await answerRequests(dataDir, async (asked) => {
      invited.push(asked);
      return answer;
    });
  }
  expect(await asking).toEqual(answer);
  expect(invited).toEqual([noor]);
  const folder = join(dataDir, 'requests');
  expect(await readdir(folder)).toEqual([]);
  expect((await stat(folder)).mode & 0o077, "its owner's alone").toBe(0);
});

test('a server that does not answer finds no request when it comes back', async () => {
  const dataDir = await newDataDir();
  expect(await askServer(dataDir, noor, 100)).toBeNull();
  expect(await readdir(join(dataDir, 'requests'))).toEqual([]);
});

test('files that are no request are not read as one', async () => {
  const dataDir = await newDataDir();
  expect(await askServer(dataDir, noor, 100)).toBeNull();
  const names = ['notes.json', 'invite-1.json', `invite-${'0'.repeat(36)}.json`];
  for (const name of names) await writeFile(join(dataDir, 'requests', name), '{"email":1}');
  await answerRequests(dataDir, async () => expect.unreachable());
  expect(await readdir(join(dataDir, 'requests'))).toEqual(['invite-1.json', 'notes.json']);
});
