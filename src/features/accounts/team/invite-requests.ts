import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { CommandInvite, CommandInvited } from './invite-by-command.ts';
import type { Dispose } from '#src/platform/services.ts';

// The embedded database has one process. What a command asks of it goes through files that only its owner can read or
// write, beside the data that the same owner could read or write anyway.

const folderOf = (dataDir: string) => join(dataDir, 'requests');
const isRequest = /^invite-[\da-f-]{36}\.json$/;
const answerOf = (path: string) => path.replace(/\.json$/, '.answer');

/** How long the command waits for its request to be taken, and then for the answer: a mail may take a minute. */
const patience = { takenMs: 20_000, answeredMs: 90_000 };
/** An answer that nobody has read by then is deleted; it may hold a link. */
const answerLifeMs = 60_000;

async function writeWhole(path: string, content: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function inviteOf(text: string): CommandInvite | null {
  try {
    const { email, name, withoutPasskeys } = JSON.parse(text) as Record<string, unknown>;
    if (typeof email !== 'string' || typeof name !== 'string') return null;
    return { email, name, withoutPasskeys: withoutPasskeys === true };
  } catch {
    return null;
  }
}

/** Deletes answers to a command that has given up. */
async function removeUnread(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((file) => file.endsWith('.answer'))) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => null);
    if (written && Date.now() - written.mtimeMs > answerLifeMs) await rm(path, { force: true });
  }
}

/** Answers what is there now, each request once. */
async function answerRequests(
  dataDir: string,
  invite: (asked: CommandInvite) => Promise<CommandInvited>,
): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  await removeUnread(folder, names);
  for (const name of names.filter((file) => isRequest.test(file))) {
    const path = join(folder, name);
    const asked = inviteOf(await readFile(path, 'utf8'));
    await rm(path);
    if (asked) await writeWhole(answerOf(path), await invite(asked));
  }
}

/** Answers requests, looking for them every `everyMs` until it is disposed; older ones are deleted first. */
export async function watchRequests(
  dataDir: string,
  invite: (asked: CommandInvite) => Promise<CommandInvited>,
  onError: (error: Error) => void,
  everyMs = 3000,
): Promise<Dispose> {
  await rm(folderOf(dataDir), { recursive: true, force: true });
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= answerRequests(dataDir, invite)
      .catch(onError)
      .finally(() => (underWay = null));
  };
  const timer = setInterval(look, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

async function readAnswer(path: string, waitMs: number): Promise<CommandInvited | null> {
  for (let waited = 0; waited < waitMs; waited += 100) {
    const answer = await readFile(answerOf(path), 'utf8').catch(() => null);
    if (answer !== null) {
      await rm(answerOf(path));
      return JSON.parse(answer) as CommandInvited;
    }
    await wait(100);
  }
  return null;
}

/** Takes a request back; false when the server has taken it. */
const takeBack = (path: string) =>
  rm(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/**
 * Asks the running server and waits for its answer. `not-taken`: none came in time, and nothing will be done. `unknown`: the
 * server has taken the request and not answered.
 */
export async function askServer(
  dataDir: string,
  asked: CommandInvite,
  { takenMs, answeredMs } = patience,
): Promise<CommandInvited | { readonly kind: 'not-taken' } | { readonly kind: 'unknown' }> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `invite-${uuidv7()}.json`);
  await writeWhole(path, asked);
  const answer = await readAnswer(path, takenMs);
  if (answer) return answer;
  if (await takeBack(path)) return { kind: 'not-taken' };
  return (await readAnswer(path, answeredMs)) ?? { kind: 'unknown' };
}
