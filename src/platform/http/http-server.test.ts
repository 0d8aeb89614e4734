import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createHttpServer } from './create-http-server.ts';
import { useTestServer } from './http-server.fixture.ts';
import type { PageHandler } from './route-request.ts';
import { loadStaticFiles } from './static-files.ts';

const server = useTestServer();

test('every response has the security headers', async () => {
  server.pages = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('rendered');
  for (const path of [
    '/',
    '/_astro/app.abc123.js',
    '/nothing',
    '/index.html',
    '/healthz',
    '/readyz',
    '/desk',
  ]) {
    const { headers } = await server.ask(path);
    expect.soft(headers['content-security-policy'], path).toMatch(/^default-src 'none'; /);
    expect.soft(headers['content-security-policy'], path).not.toMatch(/unsafe|\*/);
    expect.soft(headers['content-security-policy'], path).toContain("; trusted-types 'none';");
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff');
    expect.soft(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
    expect.soft(headers['permissions-policy'], path).toContain('microphone=(self), midi=(self)');
    expect.soft(headers['cross-origin-opener-policy'], path).toBe('same-origin');
    expect.soft(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    expect.soft(headers['strict-transport-security'], path).toBe('max-age=63072000');
  }
});

describe('a rendered page', () => {
  const text = '<p>rendered</p>'.repeat(200);
  const render =
    (type: string): PageHandler =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': type, 'set-cookie': ['a=1', 'b=2'] });
      response.write(text);
      response.end(text);
    };

  test.each<[string, (body: Buffer) => Buffer]>([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s for who takes it, cookies and all', async (encoding, decompress) => {
    server.pages = render('text/html; charset=utf-8');
    const reply = await server.ask('/portal', { headers: { 'accept-encoding': encoding } });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['vary']).toContain('Accept-Encoding');
    expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(decompress(reply.body).toString()).toBe(text + text);
    expect(reply.body.length).toBeLessThan(text.length / 4);
  });

  test.each([
    ['text/html', 'identity'],
    ['text/event-stream', 'br'],
    ['application/pdf', 'br'],
  ])('of type %s for who takes %s goes out as it is', async (type, encoding) => {
    server.pages = render(type);
    const reply = await server.ask('/portal', { headers: { 'accept-encoding': encoding } });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.body.toString()).toBe(text + text);
  });

  test('that does not exist is the 404 page, compressed once', async () => {
    server.pages = (_request, _response, next) => next();
    const reply = await server.ask('/nothing', { headers: { 'accept-encoding': 'br' } });
    expect(reply.status).toBe(404);
    expect(reply.body.toString()).toContain('Not found');
  });
});

describe('a body', () => {
  const large = Buffer.alloc(300_000, 'a');
  let reads: number[] = [];

  beforeAll(() => {
    server.pages = (request, response) => {
      reads.push(request.body?.length ?? -1);
      response.writeHead(200).end('taken');
    };
  });

  test('up to 256 kB reaches the page whole, with Content-Length or in chunks', async () => {
    reads = [];
    const fits = large.subarray(0, 262_144);
    const announced = { 'content-length': String(fits.length) };
    expect((await server.ask('/forms/x', { method: 'POST', headers: announced, body: fits })).status).toBe(
      200,
    );
    expect(
      (await server.ask('/forms/x', { method: 'POST', body: [fits.subarray(0, 9), fits.subarray(9)] }))
        .status,
    ).toBe(200);
    expect(reads).toEqual([262_144, 262_144]);
  });

  test('over 256 kB is refused before any page sees it, with Content-Length or in chunks', async () => {
    reads = [];
    const announced = { 'content-length': String(large.length), accept: 'application/json' };
    const first = await server.ask('/forms/x', { method: 'POST', headers: announced, body: large });
    expect(first.status).toBe(413);
    expect(JSON.parse(first.body.toString())).toEqual({
      error: 'The request is larger than 256 kB.',
      errors: [],
    });
    const second = await server.ask('/forms/x', {
      method: 'POST',
      body: [large.subarray(0, 200_000), large],
    });
    expect(second.status).toBe(413);
    expect(second.headers['content-security-policy']).toBeDefined();
    expect(reads).toEqual([]);
  });

  test('without Content-Length and Transfer-Encoding is empty, and answered at once', async () => {
    reads = [];
    const answer = await server.send('POST /forms/x HTTP/1.1\r\nHost: studio\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(reads).toEqual([0]);
  });
});

describe('a POST with a handler', () => {
  const body = Buffer.from('name=Runa');

  test('is answered without any page, under the policy headers', async () => {
    server.pages = () => Promise.reject(new Error('asked'));
    server.posts.set('/forms/x', async (post) => ({
      kind: 'finished',
      status: 200,
      headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
      body: JSON.stringify({ body: post.body.toString(), from: post.client.address }),
    }));
    const reply = await server.ask('/forms/x', { method: 'POST', body });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body.toString())).toEqual({ body: 'name=Runa', from: '127.0.0.1' });
    expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(reply.headers['content-security-policy']).toBeDefined();
  });

  test('may be answered by rendering the page at its address', async () => {
    const shown: unknown[] = [];
    server.pages = (request, response, _next, locals) => {
      shown.push({ method: request.method, body: request.body, locals });
      response.writeHead(422, { 'content-type': 'text/html' }).end('again');
    };
    server.posts.set('/forms/x', async () => ({ kind: 'page', locals: { problems: 2 } }));
    const reply = await server.ask('/forms/x', { method: 'POST', body });
    expect([reply.status, reply.body.toString()]).toEqual([422, 'again']);
    expect(shown).toEqual([
      {
        method: 'GET',
        body: undefined,
        locals: expect.objectContaining({ client: expect.anything(), problems: 2 }),
      },
    ]);
  });

  test('is a 500 without the reason if the handler fails', async () => {
    server.posts.set('/forms/x', () => Promise.reject(new Error('broken')));
    const reply = await server.ask('/forms/x', { method: 'POST', body });
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).not.toContain('broken');
  });
});

describe('health and errors', () => {
  test('/healthz reports on the process, /readyz on database and jobs', async () => {
    expect(JSON.parse((await server.ask('/healthz')).body.toString())).toMatchObject({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    server.pages = null;
    const notYet = await server.ask('/readyz');
    expect(notYet.status).toBe(503);
    expect(JSON.parse(notYet.body.toString())).toEqual({ ok: false, database: true, jobs: false });
    expect((await server.ask('/desk')).headers['retry-after']).toBe('1');
    server.pages = (_request, _response, next) => next();
    expect((await server.ask('/readyz')).status).toBe(200);
  });

  test('a page that throws is a 500 without its reason, and the log has the reason', async () => {
    server.pages = () => Promise.reject(new Error('broken table of ann@film.example'));
    const reply = await server.ask('/desk');
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).not.toContain('broken');
    expect(server.logged.join()).toContain('broken table of [address]');
  });
});

test('policy reports of both formats are counted, and logged without their query', async () => {
  const before = (JSON.parse((await server.ask('/healthz')).body.toString()) as { cspReports: number })
    .cspReports;
  const old = {
    'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://evil.example/a?token=1' },
  };
  const modern = [
    { type: 'csp-violation', body: { effectiveDirective: 'script-src', blockedURL: 'inline' } },
  ];
  for (const report of [old, modern, 'nonsense']) {
    const body = Buffer.from(JSON.stringify(report));
    expect((await server.ask('/csp-report', { method: 'POST', body })).status).toBe(204);
  }
  const after = (JSON.parse((await server.ask('/healthz')).body.toString()) as { cspReports: number })
    .cspReports;
  expect(after - before).toBe(2);
  expect(server.logged.join()).toContain('img-src');
  expect(server.logged.join()).not.toContain('token=1');
});

test('a stopping server fails its readiness check, finishes open requests and accepts no new ones', async () => {
  let finish = () => {};
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const parts = {
    staticFiles: await loadStaticFiles(server.site, {}),
    pages: (): PageHandler => (_request, response) => {
      finish = () => void response.end('done');
      begin();
    },
    findPostHandler: () => null,
    isUpload: () => false,
    isReady: async () => ({}),
    clientOf: () => ({ address: '127.0.0.1', isHttps: false }),
    headers: {},
    guard: () => null,
    metrics: null,
    clock: { now: () => new Date(0) },
    log: createLog({ sink: { write: () => undefined }, clock: { now: () => new Date(0) } }),
  };
  const own = createHttpServer(parts);
  const ownPort = await own.listen(0, '127.0.0.1');
  const pending = fetch(`http://127.0.0.1:${ownPort}/slow`);
  await begun;
  const ask = (path: string) => fetch(`http://127.0.0.1:${ownPort}${path}`);
  expect((await ask('/readyz')).status).toBe(200);
  own.announceStop();
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/')).headers.get('connection')).toBe('close');
  const drained = own.drain(60_000);
  await expect(ask('/')).rejects.toThrow('fetch failed');
  finish();
  expect(await (await pending).text()).toBe('done');
  await drained;
});
