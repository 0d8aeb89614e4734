import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { minuteMs } from '../durations.ts';
import { parseJson } from '../parse-json.ts';
import type { Dispose } from './services.ts';

// The embedded database has a single process. Commands send it requests through files that only its owner can read or
// write, next to the data that the same owner can access anyway.

/** The folder of requests and answers; file names start with the kind of request. */
export const requestFolderOf = (dataDir: string): string => join(dataDir, 'requests');
/** A request or an answer, possibly incomplete. */
const messageName = /\.(?:json|answer)(?:\.new)?$/;
const requestName = /^[a-z]+-[\da-f-]{36}\.json$/;
const isOf = (kind: string, name: string) => name.startsWith(`${kind}-`);
const answerOf = (path: string) => path.replace(/\.json$/, '.answer');

/**
 * How long a command waits for its request to be accepted (the server may still be starting), and then for the answer;
 * an email can take a minute.
 */
const patience = { takenMs: minuteMs, answeredMs: 90_000 };
/** Unread answers are deleted after this time, since they may contain a link. */
const answerLifeMs = minuteMs;

async function writeWhole(path: string, content: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function isYounger(path: string, ageMs: number): Promise<boolean> {
  const written = await stat(path).catch(() => null);
  return written !== null && Date.now() - written.mtimeMs < ageMs;
}

/** Deletes answers to commands that gave up. */
async function removeUnread(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((file) => file.endsWith('.answer'))) {
    const path = join(folder, name);
    if (!(await isYounger(path, answerLifeMs))) await rm(path, { force: true });
  }
}

/** Accepts a request file; null if it is not a request of this kind. */
type Respond = (asked: unknown) => Promise<object | null>;

/** Answers the current requests, each once. */
async function answerRequests(folder: string, kind: string, respond: Respond): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => isOf(kind, name));
  await removeUnread(folder, names);
  for (const name of names.filter((file) => requestName.test(file))) {
    const path = join(folder, name);
    const asked = parseJson(await readFile(path, 'utf8'));
    await rm(path);
    const answer = await respond(asked);
    if (answer) await writeWhole(answerOf(path), answer);
  }
}

/** Deletes requests and answers of an earlier process, except requests whose command still waits. */
async function removeOld(folder: string, kind: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isOf(kind, name) || !messageName.test(name)) continue;
    const path = join(folder, name);
    const isAwaited = requestName.test(name) && (await isYounger(path, patience.takenMs));
    if (!isAwaited) await rm(path, { force: true });
  }
}

/** Answers requests of a kind, polling every `everyMs` until disposed. */
export async function watchRequests(
  {
    dataDir,
    kind,
    everyMs = 3000,
  }: { readonly dataDir: string; readonly kind: string; readonly everyMs?: number },
  respond: Respond,
  onError: (error: Error) => void,
): Promise<Dispose> {
  const folder = requestFolderOf(dataDir);
  await removeOld(folder, kind);
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= answerRequests(folder, kind, respond)
      .catch(onError)
      .finally(() => (underWay = null));
  };
  const timer = setInterval(look, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

async function readAnswer<Answer>(path: string, waitMs: number): Promise<Answer | null> {
  for (let waited = 0; waited < waitMs; waited += 100) {
    const answer = await readFile(answerOf(path), 'utf8').catch(() => null);
    if (answer !== null) {
      await rm(answerOf(path));
      return JSON.parse(answer) as Answer;
    }
    await wait(100);
  }
  return null;
}

/** Withdraws a request; returns false if the server has accepted it. */
const takeBack = (path: string) =>
  rm(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/**
 * Sends a request to the running server and waits for its answer. `not-taken`: no server accepted it in time, and
 * nothing will be done. `unknown`: the server accepted the request but did not answer.
 */
export async function askServer<Answer extends object>(
  { dataDir, kind }: { readonly dataDir: string; readonly kind: string },
  asked: object,
  { takenMs, answeredMs } = patience,
): Promise<Answer | { readonly kind: 'not-taken' } | { readonly kind: 'unknown' }> {
  const folder = requestFolderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${kind}-${uuidv7()}.json`);
  await writeWhole(path, asked);
  const answer = await readAnswer<Answer>(path, takenMs);
  if (answer) return answer;
  if (await takeBack(path)) return { kind: 'not-taken' };
  return (await readAnswer<Answer>(path, answeredMs)) ?? { kind: 'unknown' };
}
