import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { askPlain, askThrough, beginRequest, fillStudio, openStream } from '../harness/proxied-studio.ts';
import { missingFor, startProxy, studioHost, type Proxy, type ProxyName } from '../harness/proxy.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { installation } from '../harness/spawn-server.ts';

// The proxies of docs/install.md, configured as in ops/, in front of a real server.

const megabyte = 1024 ** 2;
const pieceBytes = 8 * megabyte;
const soon = { intervals: [20, 50, 100] };

stopServersAfterEachTest();

let stopProxy = async () => {};
test.afterEach(() => stopProxy());

async function startBefore(name: ProxyName, serverPort: number): Promise<Proxy> {
  const proxy = await startProxy(name, serverPort);
  stopProxy = proxy.stop;
  return proxy;
}

async function startStudio(name: ProxyName, filesEach: number) {
  const dataDir = newDataDir();
  copyReadyData(dataDir, 'nothing');
  const seeded = await fillStudio(dataDir, filesEach);
  const server = startServer({
    ...installation,
    PUBLIC_URL: `https://${studioHost}`,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const port = Number(/"port":(\d+)/.exec(await server.says('"started"'))?.[1]);
  return { dataDir, server, seeded, proxy: await startBefore(name, port) };
}

type Studio = Awaited<ReturnType<typeof startStudio>>;

// Only a session over https uses this cookie name.
const asTeam = ({ seeded }: Studio) => ({ cookie: `__Host-antinode_session=${seeded.tokens.team}` });

async function lookAround(studio: Studio): Promise<void> {
  const { proxy } = studio;
  const home = await askThrough(proxy, '/');
  expect(home.status).toBe(200);
  expect(home.headers['strict-transport-security']).toBe('max-age=63072000');
  expect(home.body.toString()).toContain('</html>');
  const packed = await askThrough(proxy, '/', { headers: { 'accept-encoding': 'br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  const plain = await askPlain(proxy, '/post?a=b');
  expect([301, 308]).toContain(plain.status);
  expect(plain.headers.location).toBe(`https://${studioHost}/post?a=b`);
  expect((await askThrough(proxy, '/desk', { headers: asTeam(studio) })).status).toBe(200);
}

/** Sends a file of 20 MB in chunks, the first of which is cut; downloads it completely. */
async function upload(studio: Studio): Promise<void> {
  const { proxy, dataDir, seeded } = studio;
  const bytes = randomBytes(20 * megabyte);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const version = { ...asTeam(studio), 'tus-resumable': '1.0.0' };
  const metadata = `projectId ${base64(seeded.projectId)},name ${base64('notes.bin')},needsApproval ${base64('no')}`;
  const begun = { ...version, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const made = await askThrough(proxy, '/desk/uploads', { method: 'POST', headers: begun });
  expect(made.status, made.body.toString()).toBe(201);
  const address = made.headers.location ?? '';
  const id = address.slice(address.lastIndexOf('/') + 1);
  const piece = (offset: number, length: number) => ({
    method: 'PATCH',
    headers: {
      ...version,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(length),
    },
  });

  const broken = beginRequest(proxy, address, piece(0, pieceBytes));
  broken.on('error', () => undefined);
  broken.write(bytes.subarray(0, megabyte));
  const folder = join(dataDir, 'uploads');
  const stored = () =>
    readdirSync(folder)
      .filter((name) => name.includes(id) && !name.endsWith('.json'))
      .reduce((most, name) => Math.max(most, statSync(join(folder, name)).size), 0);
  // The server has it although the chunk is incomplete.
  await expect.poll(stored, soon).toBeGreaterThan(0);
  broken.destroy();
  const offsetNow = async () => {
    const { headers } = await askThrough(proxy, address, { method: 'HEAD', headers: version });
    return Number(headers['upload-offset'] ?? 0);
  };
  await expect.poll(offsetNow, soon).toBeGreaterThan(0);

  for (let offset = await offsetNow(); offset < bytes.length; offset += pieceBytes) {
    const body = bytes.subarray(offset, offset + pieceBytes);
    const taken = await askThrough(proxy, address, { ...piece(offset, body.length), body });
    expect(taken.status, taken.body.toString()).toBe(204);
  }
  const path = `/portal/projects/${seeded.projectId}/files.zip?file=${id}`;
  const archive = await askThrough(proxy, path, { headers: asTeam(studio) });
  expect(archive.status).toBe(200);
  expect(bytes.equals(unzipSync(archive.body)['notes.bin'] ?? Buffer.alloc(0))).toBe(true);
}

async function chooseManyFiles(studio: Studio, count: number): Promise<void> {
  const { proxy, seeded } = studio;
  const query = seeded.fileIds.map((id) => `file=${id}`).join('&');
  const path = `/portal/projects/${seeded.projectId}/files.zip?${query}`;
  const archive = await askThrough(proxy, path, { headers: asTeam(studio) });
  expect(archive.status).toBe(200);
  expect(Object.keys(unzipSync(archive.body))).toHaveLength(count);
}

/** Posts the contact form, with a forged visitor's address before the real one. */
const write = ({ proxy }: Studio, from: string, claimed: string) =>
  askThrough(proxy, '/forms/contact', {
    method: 'POST',
    from,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': claimed,
      'x-forwarded-proto': 'http',
    },
    body: `name=Runa&email=runa%40film.example&message=${encodeURIComponent('A short film.')}`,
  }).then(({ status }) => status);

async function countVisitors(studio: Studio): Promise<void> {
  for (let n = 0; n < 14; n += 1) expect(await write(studio, '127.0.0.2', `192.0.2.${n}`)).toBe(200);
  expect(await write(studio, '127.0.0.2', '192.0.2.99')).toBe(429);
  expect(await write(studio, '127.0.0.3', '192.0.2.99')).toBe(200);
}

/** Events arrive while the stream is open. */
async function listen(studio: Studio): Promise<void> {
  const stream = await openStream(studio.proxy, '/desk/events', asTeam(studio));
  expect(stream.status).toBe(200);
  await expect.poll(stream.heard, soon).toContain('retry: 1000');
  expect(await write(studio, '127.0.0.2', '192.0.2.98')).toBe(200);
  await expect.poll(stream.heard, soon).toContain('event: change');
  stream.close();
}

/** URLs that grant access are in no log; other requests are. */
async function keepSecrets(studio: Studio): Promise<void> {
  const { proxy, server } = studio;
  const token = 'kR7LzitiETBpzG8R0JgrkYGyW8CwNfIAraj29ix_UCc';
  const paths = ['listen/', 'calls/', 'calls/offers/', 'calendars/', 'chat/', 'sign-in/link?token='];
  const open = paths.map((path) => `/${path}${token}`);
  for (const path of open) expect((await askThrough(proxy, path)).status, path).toBeLessThan(500);
  await askPlain(proxy, open[0] ?? '');
  await askThrough(proxy, '/post?last');
  await expect.poll(proxy.log, soon).toContain('/post?last');
  expect(proxy.log()).not.toContain(token);
  server.process.kill('SIGKILL');
  await server.exited;
  expect([502, 503]).toContain((await askThrough(proxy, open[0] ?? '')).status);
  expect([502, 503]).toContain((await askThrough(proxy, '/post?gone')).status);
  await expect.poll(proxy.log, soon).toContain('/post?gone');
  expect(proxy.log()).not.toContain(token);
}

for (const name of ['nginx', 'Caddy', 'HAProxy'] as const) {
  const missing = missingFor(name);

  test(`${name} as configured in ops/ serves pages, uploads, streams and long URLs, with limits and logs`, async () => {
    test.skip(missing !== null, missing ?? '');
    const count = 300;
    const studio = await startStudio(name, count);
    await test.step('pages come by https alone', () => lookAround(studio));
    await test.step('an event is heard at once', () => listen(studio));
    await test.step('an upload goes on where it broke off', () => upload(studio));
    await test.step('an archive of many chosen files', () => chooseManyFiles(studio, count));
    await test.step('visitors are told apart, whatever they claim', () => countVisitors(studio));
    await test.step('no log names what is secret', () => keepSecrets(studio));
  });

  test(`${name} as configured in ops/ forwards the requested host, the visitor's address and the protocol`, async () => {
    test.skip(missing !== null, missing ?? '');
    const asked: IncomingHttpHeaders[] = [];
    const server = createServer(({ url, headers }, response) => {
      // HAProxy requests this itself.
      if (url !== '/readyz') asked.push(headers);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = await startBefore(name, (server.address() as AddressInfo).port);
    await askThrough(proxy, '/', { headers: { 'x-forwarded-proto': 'http' }, from: '127.0.0.7' });
    server.close();
    expect(asked).toMatchObject([
      { host: studioHost, 'x-forwarded-for': '127.0.0.7', 'x-forwarded-proto': 'https' },
    ]);
  });
}
