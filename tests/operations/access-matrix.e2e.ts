import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, request, test } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import type { AccessPolicy } from '#src/features/accounts/access/access.ts';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import {
  foreignCases,
  policyCases,
  undeclaredCases,
  type AccessCase,
  type Actor,
} from '../harness/access-cases.ts';
import { generalMessages, idsOf } from '../harness/access-ownership.ts';
import { content, entryWith } from '../harness/content.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newestSignInMail } from '../harness/sign-in.ts';
import { spawnServer, type ServerProcess } from '../harness/spawn-server.ts';

const clientA = entryWith(content.sample.clients, 'key', 'runa');
const listenerA = entryWith(content.sample.colleagues, 'key', 'lina');
const clientB = entryWith(content.sample.clients, 'key', 'piet');
const policy: AccessPolicy = accessPolicy;
const together = 12;

type Studio = {
  readonly server: ServerProcess;
  readonly folder: string;
  readonly address: string;
  readonly cookies: Readonly<Record<Actor, string>>;
  /** Words that are only in one client's rows. */
  readonly canaries: Readonly<Record<'A' | 'B', readonly string[]>>;
};

let studio: Studio;

async function cookieOf(link: string): Promise<string> {
  const answer = await fetch(postOfPrintedLink(link), { method: 'POST', redirect: 'manual' });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('antinode_session='));
  expect(cookie, 'a link that signs in').toBeDefined();
  return cookie?.split(';', 1)[0] ?? '';
}

async function post(address: string, path: string, fields: Record<string, string>, cookie = '') {
  const body = new URLSearchParams(fields);
  const headers = { accept: 'application/json', cookie };
  return fetch(new URL(path, address), { method: 'POST', redirect: 'manual', headers, body });
}

async function mailedCookie(address: string, email: string): Promise<string> {
  expect((await post(address, '/sign-in?do=ask-code', { email })).status).toBe(200);
  return newestCookie(address, email);
}

/** Signs in with the only sign-in email to this address. */
async function newestCookie(address: string, email: string): Promise<string> {
  const requests = await request.newContext({ baseURL: address });
  const { link } = await newestSignInMail(requests, email);
  await requests.dispose();
  return cookieOf(link);
}

/** Writes words to a client's own project that nobody else may read. */
async function plant(address: string, cookie: string, number: number): Promise<string> {
  const canary = `canary-${randomUUID()}`;
  const fields = { projectId: sampleIdOf('project', number), messageId: randomUUID(), content: canary };
  expect((await post(address, '/portal/messages?do=send-message', fields, cookie)).status).toBe(200);
  return canary;
}

/** Sends a file in a client's general conversation. */
async function attach(address: string, cookie: string, messageId: string): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ messageId, projectId: 'general', content: 'Notes' }))
    body.append(name, value);
  body.append('attached', new File(['Bar 12'], 'notes.txt'));
  const url = new URL('/portal/messages?do=send-message', address);
  const answer = await fetch(url, { method: 'POST', headers: { accept: 'application/json', cookie }, body });
  expect(answer.status).toBe(200);
}

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-matrix-'));
  const dataDir = join(folder, 'data');
  copyReadyData(dataDir);
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const address = lineOf('Site');
  const ended = await cookieOf(lineOf('Client portal'));
  expect((await post(address, '/account?do=sign-out', {}, ended)).status).toBe(200);
  const team = await cookieOf(lineOf('Team desk'));
  const withoutMoney = { name: 'Noor', email: 'noor@sample.example' };
  expect((await post(address, '/desk/team?do=invite', withoutMoney, team)).status).toBe(200);
  const cookies = {
    guest: '',
    'client A': await mailedCookie(address, clientA.email),
    'listener A': await mailedCookie(address, listenerA.email),
    'client B': await mailedCookie(address, clientB.email),
    team,
    'team without money': await newestCookie(address, withoutMoney.email),
    'signed-out client': ended,
  };
  const canaries = {
    A: [await plant(address, cookies['client A'], 214), 'Tidewater', clientA.email],
    B: [await plant(address, cookies['client B'], 234), 'Saltworks', clientB.email],
  };
  await attach(address, cookies['client A'], generalMessages.A);
  await attach(address, cookies['client B'], generalMessages.B);
  const approved = { fileId: idsOf.B.receipt, sha256: idsOf.B.sheet };
  const approve = `/portal/projects/${idsOf.B.project}?do=approve-file`;
  expect((await post(address, approve, approved, cookies['client B'])).status).toBe(200);
  studio = { server, folder, address, cookies, canaries };
});

test.afterAll(async () => {
  studio.server.process.kill('SIGTERM');
  await studio.server.exited;
  rmSync(studio.folder, { recursive: true, force: true });
});

/** Returns the clients whose words a response to this actor must not contain. */
function secretsFrom(actor: Actor): readonly string[] {
  const { A, B } = studio.canaries;
  if (actor === 'team') return [];
  if (actor === 'team without money') return ['INV-', '2,500.00'];
  if (actor === 'client A') return B;
  // Words of their own client, except those of its invoices.
  if (actor === 'listener A') return [...B, 'INV-'];
  return actor === 'client B' ? A : [...A, ...B];
}

async function send({
  actor,
  method,
  path,
  fields,
  headers,
}: AccessCase): Promise<{ status: number; text: string; cacheControl: string | null }> {
  const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? null : new URLSearchParams(fields);
  const stop = new AbortController();
  const answer = await fetch(new URL(path, studio.address), {
    method,
    redirect: 'manual',
    body,
    signal: stop.signal,
    // Thousands of responses are read here, and compressing each would take longer than writing it.
    headers: { 'accept-encoding': 'identity', ...headers, cookie: studio.cookies[actor] },
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await answer.text();
  if (isStream) stop.abort();
  return { status: answer.status, text, cacheControl: answer.headers.get('cache-control') };
}

/** Returns what is wrong with the response to a case; null if nothing is. */
async function faultOf(asked: AccessCase): Promise<string | null> {
  const { status, text, cacheControl } = await send(asked);
  if (!asked.expected.includes(status))
    return `${asked.title}: ${status}, not ${asked.expected.join(' or ')}`;
  // The page for missing content is the same for everyone.
  const isRight =
    asked.caching === undefined ? cacheControl?.includes('no-store') : cacheControl === asked.caching;
  if (status !== 404 && !isRight) return `${asked.title}: may be stored`;
  // The development mailbox shows all emails to the person who runs the studio on their own machine.
  const told = asked.path.startsWith('/dev/')
    ? undefined
    : secretsFrom(asked.actor).find((secret) => text.includes(secret));
  return told === undefined ? null : `${asked.title}: tells "${told}"`;
}

async function faultsOf(cases: readonly AccessCase[]): Promise<string[]> {
  const waiting = [...cases];
  const faults: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const fault = await faultOf(next);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return faults;
}

test('responds to each person on every route and action according to policy and ownership', async () => {
  await test.step('what the policy declares, with ids of theirs, of others and of nobody', async () => {
    const cases = policyCases(policy);
    expect(cases.length).toBeGreaterThanOrEqual(500);
    expect(await faultsOf(cases)).toEqual([]);
  });

  await test.step('every write that a page of another site sends is refused, whoever is signed in', async () => {
    const cases = foreignCases(policy);
    expect(cases.length).toBeGreaterThanOrEqual(100);
    expect(await faultsOf(cases)).toEqual([]);
  });

  await test.step('what no route declares is done for nobody', async () => {
    expect(await faultsOf(undeclaredCases(policy))).toEqual([]);
  });

  await test.step('after all of it everybody is signed in still, and signing out ends that', async () => {
    const { address, cookies } = studio;
    const landings = { 'client A': '/portal', 'client B': '/portal', team: '/desk' } as const;
    for (const [actor, path] of Object.entries(landings)) {
      const cookie = cookies[actor as keyof typeof landings];
      const statusOf = async () => (await fetch(new URL(path, address), { headers: { cookie } })).status;
      expect(await statusOf(), actor).toBe(200);
      expect((await post(address, '/account?do=sign-out', {}, cookie)).status).toBe(200);
      expect([401, 403], actor).toContain(await statusOf());
    }
  });
});
