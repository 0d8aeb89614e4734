import { Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { page, sound, useTestServer, type Reply } from './http-server.fixture.ts';

const server = useTestServer();

describe('a page', () => {
  test('is served at its clean address in the smallest accepted encoding', async () => {
    const brotli = await server.ask('/production', {
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    });
    const gzip = await server.ask('/production', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    const plain = await server.ask('/production');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(brotli.body).toString()).toBe(page);
    expect(gunzipSync(gzip.body).toString()).toBe(page);
    expect(plain.body.toString()).toBe(page);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4);
    expect(brotli.headers['vary']).toBe('Accept-Encoding');
    expect(plain.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(plain.headers['cache-control']).toBe('no-cache');
    expect(plain.headers['speculation-rules']).toBe('"/speculation-rules.json"');
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await server.ask('/production', { headers: { 'accept-encoding': 'br' } });
    const etag = first.headers['etag'] ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await server.ask('/production', {
        headers: { 'accept-encoding': 'br', 'if-none-match': known },
      });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers['etag']).toBe(etag);
    }
    const changed = await server.ask('/production', { headers: { 'if-none-match': '"other"' } });
    expect(changed.status).toBe(200);
  });

  test('has the same headers on a connection that is kept alive and on one that closes', async () => {
    const agent = new Agent({ keepAlive: true });
    const lasting = await server.ask('/production', { agent });
    const again = await server.ask('/production', { agent });
    const single = await server.ask('/production');
    agent.destroy();
    expect(lasting.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=65' });
    expect(single.headers['connection']).toBe('close');
    const plain = ({ connection: _c, 'keep-alive': _k, date: _d, ...headers }: Reply['headers']) => headers;
    expect(plain(lasting.headers)).toEqual(plain(single.headers));
    expect([lasting, again].map(({ body }) => body.toString())).toEqual([page, page]);
    expect(Math.abs(Date.parse(lasting.headers.date ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('answers HEAD without a body and refuses POST', async () => {
    const head = await server.ask('/production', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(page.length) } });
    expect(head.body).toHaveLength(0);
    expect(await server.ask('/production', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });

  test.each([
    ['/production/', '/production'],
    ['/production.html', '/production'],
    ['/index.html', '/'],
    ['/blog/first/?a=1&b=2', '/blog/first?a=1&b=2'],
  ])('asked for as %s moves to %s', async (path, location) => {
    expect(await server.ask(path)).toMatchObject({ status: 308, headers: { location } });
  });

  test('keeps its address with a query', async () => {
    expect((await server.ask('/?call=1')).status).toBe(200);
  });
});

test('serves scripts of the previous build, and no other file of it', async () => {
  const earlier = await server.ask('/_astro/app.earlier.js');
  expect(earlier).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
  expect(earlier.body.toString()).toBe('earlier');
  expect((await server.ask('/_astro/app.abc123.js')).body.toString()).not.toBe('earlier');
});

test('caches a file with a hash in its name for ever', async () => {
  const { headers } = await server.ask('/_astro/app.abc123.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await server.ask('/speculation-rules.json')).headers['content-type']).toBe(
    'application/speculationrules+json',
  );
});

describe('a sound', () => {
  const path = '/_astro/bell.abc123.mp3';
  const part = (range: string, more: Record<string, string> = {}) =>
    server.ask(path, { headers: { range, 'accept-encoding': 'gzip, br', ...more } });

  test('announces ranges, and is sent whole without a Range header', async () => {
    const whole = await server.ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(whole).toMatchObject({
      status: 200,
      headers: { 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' },
    });
    expect(whole.body.equals(sound)).toBe(true);
    expect((await server.ask('/production')).headers['accept-ranges']).toBeUndefined();
  });

  test.each([
    ['bytes=0-1', 0, 2],
    ['bytes=400-', 400, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=998-5000', 998, 1000],
  ])('asked for %s answers with those bytes', async (range, from, to) => {
    const { status, headers, body } = await part(range);
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${from}-${to - 1}/1000`);
    expect(headers['content-length']).toBe(String(to - from));
    expect(body.equals(sound.subarray(from, to))).toBe(true);
  });

  test('has no part beyond its end, and none of a different version', async () => {
    expect(await part('bytes=1000-')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */1000' },
    });
    expect((await part('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    const { etag = '' } = (await server.ask(path)).headers;
    expect((await part('bytes=0-1', { 'if-range': etag })).status).toBe(206);
  });
});

test.each(['/nothing', '/..%2fsecret.txt', '/production.html.br', '/%00', '/%zz'])(
  '%s is not found, in words, with status 404',
  async (path) => {
    server.pages = (_request, _response, next) => next();
    const reply = await server.ask(path);
    expect(reply.status).toBe(404);
    expect(reply.body.toString()).toContain('Not found');
  },
);

test.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8', '<!doctype html>'],
  ['application/json', 'application/json', '{"error":"Not found","errors":[]}'],
  ['*/*', 'text/html; charset=utf-8', '<!doctype html>'],
])('an unknown file asked for as %s is answered as %s', async (accept, type, body) => {
  server.pages = (_request, _response, next) => next();
  const reply = await server.ask('/unknown.pdf', { headers: { accept } });
  expect([reply.status, reply.headers['content-type']]).toEqual([404, type]);
  expect(reply.body.toString().startsWith(body)).toBe(true);
  const head = await server.ask('/unknown.pdf', { method: 'HEAD', headers: { accept } });
  expect([head.status, head.body.length]).toEqual([404, 0]);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/_astro/..%5c..%5csecret.txt',
  '//etc/passwd',
  '/%70roduction',
])('%s is refused with status 400', async (path) => {
  expect((await server.ask(path)).status).toBe(400);
});
