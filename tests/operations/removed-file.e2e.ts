import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { idsOf, otherOfA, subjectOf } from '../harness/access-ownership.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { spawnServer, type ServerProcess } from '../harness/spawn-server.ts';

const { file, project, sheet: sha256 } = idsOf.A;
const formats = ['rpp', 'reaper.csv', 'audition.csv', 'edl', 'mid', 'audacity.txt', 'wav'];

/** Where a removed file is still named: at the desk among the removed files, and in the export of its client's data. */
const exceptions = ['/desk/projects/[id]', '/desk/clients/[id]/export.json'];

type Studio = {
  readonly server: ServerProcess;
  readonly folder: string;
  readonly address: string;
  readonly cookies: { readonly client: string; readonly team: string };
};

let studio: Studio;

async function cookieOf(link: string): Promise<string> {
  const answer = await fetch(postOfPrintedLink(link), { method: 'POST', redirect: 'manual' });
  return (
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('antinode_session='))
      ?.split(';', 1)[0] ?? ''
  );
}

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-removed-'));
  const dataDir = join(folder, 'data');
  copyReadyData(dataDir);
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const cookies = {
    client: await cookieOf(lineOf('Client portal')),
    team: await cookieOf(lineOf('Team desk')),
  };
  studio = { server, folder, address: lineOf('Site'), cookies };
});

test.afterAll(async () => {
  studio.server.process.kill('SIGTERM');
  await studio.server.exited;
  rmSync(studio.folder, { recursive: true, force: true });
});

type Who = keyof Studio['cookies'] | 'guest';

async function ask(who: Who, path: string, init: RequestInit = {}) {
  const cookie = who === 'guest' ? '' : studio.cookies[who];
  const stop = new AbortController();
  const answer = await fetch(new URL(path, studio.address), {
    redirect: 'manual',
    signal: stop.signal,
    ...init,
    headers: { 'accept-encoding': 'identity', accept: 'text/html', cookie },
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer());
  if (isStream) stop.abort();
  return { status: answer.status, text: bytes.toString('latin1') };
}

const act = (path: string, fields: Record<string, string>) =>
  ask('team', path, { method: 'POST', body: new URLSearchParams(fields) });

/** Returns the addresses of a route that may show the file: its own, its project's and its client's. */
function pathsOf(route: string, token: string): string[] {
  if (route.startsWith('/dev/')) return [];
  const isOfFile = route.includes('/files/[id]');
  const id = isOfFile ? file : (subjectOf(route.replace('[token]', '')) ?? null);
  const path = route
    .replace('[id]', isOfFile ? file : id === null ? '' : idsOf.A[id as keyof typeof idsOf.A])
    .replace('[other]', otherOfA)
    .replace('[name]', 'contact')
    .replace('[token]', token);
  const all = path.includes('[format]') ? formats.map((format) => path.replace('[format]', format)) : [path];
  return isOfFile ? all : [...all, `${path}?file=${file}`];
}

/** Returns which routes name the file by its id or hash, and which of its own routes answer, for everyone. */
async function findShown(token: string) {
  const [named, answered]: [string[], string[]] = [[], []];
  for (const [route, methods] of Object.entries(accessPolicy)) {
    if (!('GET' in methods) || exceptions.includes(route)) continue;
    for (const path of pathsOf(route, token))
      for (const who of ['client', 'team', 'guest'] as const) {
        const { status, text } = await ask(who, path);
        // A page may repeat the id that its address names.
        const marks = path.includes('?') ? [`files/${file}`, sha256] : [file, sha256];
        if (status < 400 && marks.some((mark) => text.includes(mark))) named.push(`${who}: ${path}`);
        if (status < 400 && path.includes(`/files/${file}`)) answered.push(`${who}: ${path}`);
      }
  }
  return { named, answered };
}

test('a removed file is on no route, comes back whole, and is gone for good once it is deleted', async () => {
  const share = await act(`/portal/projects/${project}/share?do=make-link`, {
    linkId: '0199c0de-0000-7000-8000-000000000001',
    target: `file:${file}`,
    name: 'For the label',
    days: '14',
    download: 'on',
  });
  expect(share.status, share.text.slice(0, 300)).toBe(303);
  const listed = await ask('team', `/portal/projects/${project}/share`);
  const token = /\/listen\/([\w-]{43})/.exec(listed.text)?.[1] ?? '';
  expect(token).not.toBe('');
  const before = await findShown(token);
  // Otherwise this would prove nothing.
  expect(before.named.length).toBeGreaterThan(20);
  expect(before.answered.length).toBeGreaterThan(30);
  expect((await ask('guest', `/listen/${token}`)).status).toBe(200);

  expect((await act(`/desk/projects/${project}?do=remove-file`, { fileId: file })).status).toBe(303);
  expect(await findShown(token)).toEqual({ named: [], answered: [] });
  expect((await ask('guest', `/listen/${token}`)).status).toBe(404);
  const desk = await ask('team', `/desk/projects/${project}`);
  expect(desk.text).toContain('id="removed-files"');
  for (const name of ['approve-file', 'add-comment'])
    expect(
      (
        await ask('client', `/portal/projects/${project}?do=${name}`, {
          method: 'POST',
          body: new URLSearchParams({ fileId: file, sha256, commentId: file, at: '0:01', content: 'Louder' }),
        })
      ).status,
    ).toBe(404);

  expect((await act(`/desk/projects/${project}?do=restore-file`, { fileId: file })).status).toBe(303);
  expect(await findShown(token)).toEqual(before);

  await act(`/desk/projects/${project}?do=remove-file`, { fileId: file });
  expect((await act(`/desk/projects/${project}?do=delete-removed-file`, { fileId: file })).status).toBe(303);
  expect(await findShown(token)).toEqual({ named: [], answered: [] });
  expect((await act(`/desk/projects/${project}?do=restore-file`, { fileId: file })).status).toBe(404);
  expect((await ask('team', `/desk/projects/${project}`)).text).not.toContain('id="removed-files"');
});
