import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { content } from '../harness/content.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';

// Attacks that succeeded once, against a real server process over plain HTTP. docs/security.md describes how to repeat
// them.

stopServersAfterEachTest();

type Studio = {
  /** Posts a form from a network of its own; resolves with the status. */
  readonly post: (path: string, from: string, fields: Record<string, string>) => Promise<number>;
  /** Sends a request unchanged. */
  readonly ask: (
    method: string,
    path: string,
    headers: Record<string, string>,
  ) => Promise<{ status: number; body: string }>;
  readonly stop: () => Promise<void>;
  /** The server's complete output. */
  readonly output: () => string;
  /** Returns how many emails of the development mailbox contain this text. */
  readonly mailsWith: (part: string) => Promise<number>;
};

async function startStudio(readyDir?: string): Promise<Studio> {
  const dataDir = readyDir ?? newDataDir();
  if (readyDir === undefined) copyReadyData(dataDir);
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1,::1' });
  await server.says('Data ');
  const address = /^Site\s+(\S+)$/m.exec(server.output())?.[1] ?? '';
  const { port } = new URL(address);
  return {
    output: server.output,
    async stop() {
      server.process.kill('SIGTERM');
      await server.exited;
    },
    // Node's own client: unlike fetch it sends any method, path and Host.
    ask: (method, path, headers) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, method, path, headers, agent: false };
        const request = httpRequest(options, (response) => {
          text(response)
            .then((body) => ({ status: response.statusCode ?? 0, body }))
            .finally(() => request.destroy())
            .then(resolve, reject);
        });
        request.on('error', reject);
        if (headers['content-length'] === undefined) request.end();
        else request.flushHeaders();
      }),
    async post(path, from, fields) {
      const answer = await fetch(new URL(path, address), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': from, accept: 'application/json' },
        body: new URLSearchParams(fields),
      });
      await answer.text();
      return answer.status;
    },
    async mailsWith(part) {
      const page = await (await fetch(new URL('/dev/mailbox', address))).text();
      return page.split('<article').filter((mail) => mail.includes(part)).length;
    },
  };
}

// A client of the sample studio (content/sample.yaml).
const victim = 'runa@sample.example';

test('lockout: a stranger locks nobody out of signing in', async () => {
  const { post, mailsWith } = await startStudio();
  const ask = (email: string, from: string) => post('/sign-in?do=ask-code', from, { email });
  for (let n = 0; n < 10; n += 1) expect(await ask(`made-up-${n}@film.example`, '192.0.2.66')).toBe(200);
  for (let n = 0; n < 10; n += 1) expect(await ask(victim, '192.0.2.66')).toBe(200);
  for (let n = 0; n < 20; n += 1) expect(await ask(victim, '192.0.2.67')).toBe(200);
  await expect.poll(() => mailsWith(`<dd>${victim}</dd>`), { intervals: [50, 100, 250] }).toBe(3);
  expect(await ask(victim, '198.51.100.1')).toBe(200);
  await expect.poll(() => mailsWith(`<dd>${victim}</dd>`), { intervals: [50, 100, 250] }).toBe(4);
});

test('mail bomb: one mailbox gets three confirmations a day, and the team hears of every form', async () => {
  const { post, mailsWith } = await startStudio();
  const letters = ['h', 'a', 'l', 'f', 'm', 'o', 'o', 'n'];
  const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
  // Every spelling with one or two fullwidth letters: the same domain to every mail server.
  const spellings = letters.flatMap((_, one) =>
    letters
      .slice(one)
      .map((_letter, two) =>
        letters.map((letter, at) => (at === one || at === one + two ? wide(letter) : letter)).join(''),
      ),
  );
  const domains = [...spellings, 'halfmoon', 'HALFMOON', 'halfmoon', 'halfmoon'];
  for (const [n, domain] of domains.entries()) {
    const fields = { name: `Bomb ${n}`, email: `victim@${domain}.example`, message: 'A short film.' };
    expect(await post('/forms/contact', `192.0.2.${n}`, fields)).toBe(200);
  }
  // The confirmation quotes nothing, so this is the email to the team.
  await expect.poll(() => mailsWith('Bomb '), { intervals: [100, 250] }).toBe(domains.length);
  await expect
    .poll(() => mailsWith(content.mails.confirmations.contact.subject), { intervals: [100, 250] })
    .toBe(3);
});

test('strange requests: nothing fails here, and no token reaches the log', async () => {
  const { ask, output } = await startStudio();
  const token = 'kR7LzitiETBpzG8R0JgrkYGyW8CwNfIAraj29ix_UCc';
  const paths = [
    '/',
    '/%',
    '/%ff',
    '/%00',
    '/desk/%E2%82',
    `/sign-in/link?token=${token}`,
    '//evil.example/desk',
  ];
  const odd: Record<string, string>[] = [
    {},
    { host: 'a@b' },
    { host: 'evil.example' },
    { accept: '\u00ff'.repeat(200), cookie: `antinode_session=${token}; =; ;;a` },
    { origin: 'null', 'content-type': 'multipart/form-data' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
    { 'transfer-encoding': 'chunked', range: 'bytes=9-1', 'if-none-match': '"' },
  ];
  const bad: string[] = [];
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
    for (const path of paths)
      for (const headers of odd) {
        const { status, body } = await ask(method, path, headers);
        const isRefused =
          (headers['host'] === undefined && !path.startsWith('//')) || [400, 405, 421].includes(status);
        const isPlain = !/ {4}at |node_modules|\/server\.mjs/.test(body);
        if (status >= 500 || !isRefused || !isPlain || body.includes('evil.example'))
          bad.push(`${method} ${path} ${JSON.stringify(headers)}: ${status}`);
      }
  expect(bad).toEqual([]);
  const log = output().slice(output().indexOf('Data '));
  expect(log).not.toContain(token);
  expect(log).not.toMatch(/"level":"error"| {4}at /);
});

/** Spellings of a path that a router reads as that path, or as one below it. */
const changedPaths = (path: string): string[] => {
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(path) ?? [];
  return [
    `/confirm/..${path}`,
    `/portal/uploads/../..${path}`,
    `/confirm/%2e%2e${path}`,
    `/confirm/%2E.${path}`,
    `/confirm/..%5c${path.slice(1)}`,
    `/confirm/..\\${path.slice(1)}`,
    `/confirm/%252e%252e${path}`,
    `/.${path}`,
    `/${path}`,
    `${path}//`,
    `${first}//${rest.slice(1)}`,
    `${path}/x/..`,
    `${path.slice(0, -1)}%${(path.codePointAt(path.length - 1) ?? 0).toString(16)}`,
  ];
};

test('changed paths: no route is reached by another spelling of its path, and no body is waited for', async () => {
  test.slow();
  const { ask } = await startStudio();
  const id = '0190a5b5-7a1e-7000-8000-000000000000';
  const paths = Object.keys(accessPolicy).map((route) => route.replaceAll(/\[[^\]]+\]/g, id));
  const forms = ['brief', 'contact', 'discovery-call', 'lead-capture', 'message'].map(
    (name) => `/forms/${name}`,
  );
  // Announced and never sent: a server that waited for it would not respond.
  const headers = { 'content-length': String(40 * 1024 * 1024), 'x-forwarded-for': '192.0.2.80' };
  const wrong: string[] = [];
  let asked = 0;
  for (const path of [...paths, ...forms])
    for (const changed of new Set(changedPaths(path)))
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status } = await ask(method, changed, method === 'POST' || method === 'PATCH' ? headers : {});
        asked += 1;
        if (status !== 400) wrong.push(`${method} ${changed}: ${status}`);
      }
  expect(wrong).toEqual([]);
  test.info().annotations.push({ type: 'requests', description: String(asked) });
  expect(asked).toBeGreaterThan(6000);
});

test('a name of somebody else’s reaches nothing of a sample studio', async () => {
  const { ask } = await startStudio();
  for (const path of ['/', '/desk/leads.csv', '/dev/mailbox', '/healthz', '/_astro/x.js'])
    expect((await ask('GET', path, { host: 'rebound.evil.example' })).status, path).toBe(421);
  expect((await ask('GET', '/', { host: 'localhost:1' })).status).toBe(200);
});

test('file modes: what a server finds open to others is its owner’s alone, and so is what it writes', async () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const everything = () => ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  const found = everything();
  for (const name of found) chmodSync(join(dataDir, name), name === 'secret' ? 0o666 : 0o777);
  const before = process.umask(0);
  const studio = await startStudio(dataDir).finally(() => process.umask(before));
  const fields = { name: 'Runa', email: 'runa@halfmoon.example', message: 'A short film.' };
  expect(await studio.post('/forms/contact', '192.0.2.1', fields)).toBe(200);
  const open = () => everything().filter((name) => (lstatSync(join(dataDir, name)).mode & 0o077) !== 0);
  expect(found.length).toBeGreaterThan(1000);
  expect(open()).toEqual([]);
  await studio.stop();
  expect(open()).toEqual([]);
});
