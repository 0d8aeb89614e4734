import { expect, test } from 'vitest';
import { metricsToken, useTestServer } from './http-server.fixture.ts';

const server = useTestServer();

const asReader = (authorization = `Bearer ${metricsToken}`) =>
  server.ask('/metrics', { headers: { authorization } });
const requestsIn = async () =>
  (await asReader()).body
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('antinode_http_request_seconds_count'))
    .map((line) => line.slice('antinode_http_request_seconds_count'.length));

test('without the token, /metrics is answered like an unknown address', async () => {
  server.pages = (_request, _response, next) => next();
  const nowhere = await server.ask('/nowhere');
  expect(nowhere.status).toBe(404);
  const { date: _at, ...expected } = nowhere.headers;
  const refused = await Promise.all([
    server.ask('/metrics'),
    asReader('Bearer '),
    asReader(metricsToken),
    asReader(`bearer ${metricsToken}`),
    asReader(`Bearer ${metricsToken}x`),
    asReader(`Bearer ${metricsToken.slice(1)}`),
    asReader('Bearer \u00ff'),
    server.ask(`/metrics?token=${metricsToken}`),
  ]);
  for (const { status, headers, body } of refused) {
    const { date: _date, ...given } = headers;
    expect([status, given, body]).toEqual([404, expected, nowhere.body]);
  }
});

test('with the token, returns all metrics in Prometheus’ text format, uncached', async () => {
  const { status, headers, body } = await asReader();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(body.toString()).toMatch(/^# HELP antinode_http_request_seconds /m);
});

test('requests are counted by the product’s name of their route, however their addresses are written', async () => {
  server.pages = (request, response, next, { tellRoute }) => {
    if (!request.url?.startsWith('/desk/leads/')) return next();
    tellRoute('/desk/leads/[id]');
    // Only the first counts: another page may be rendered in its place.
    tellRoute('/confirm');
    response.writeHead(request.url.endsWith('?broken') ? 500 : 200).end();
  };
  server.posts.set('/forms/contact', async () => ({ kind: 'finished', status: 303, headers: {}, body: '' }));
  const before = await requestsIn();
  for (const id of ['1', '2', '3?name=Runa', '4?broken']) await server.ask(`/desk/leads/${id}`);
  for (const path of ['/Runa', '/wp-login.php', '/%ff', '/desk']) await server.ask(path);
  await server.ask('/forms/contact', { method: 'POST', body: Buffer.from('name=Runa') });
  await server.ask('/production?name=Runa');
  await server.ask('/_astro/app.abc123.js');
  await server.send('PROPFIND /Runa HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.ask('/healthz');
  const after = (await requestsIn()).filter((line) => !before.includes(line));
  const isSelf = (line: string) => line.includes('"/metrics"');
  expect(after.filter((line) => !isSelf(line)).toSorted()).toEqual([
    '{route="/desk/leads/[id]",status="2xx"} 3',
    '{route="/desk/leads/[id]",status="5xx"} 1',
    '{route="/forms/contact",status="3xx"} 1',
    '{route="/healthz",status="2xx"} 1',
    '{route="refused",status="4xx"} 1',
    '{route="static",status="2xx"} 2',
    '{route="unknown",status="4xx"} 5',
  ]);
  expect(after.join('\n')).not.toMatch(/Runa|wp-login/);
});

test('counts a client who disconnects before the response', async () => {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  server.pages = (_request, response, _next, { tellRoute }) => {
    tellRoute('/portal');
    response.once('close', () => gone.resolve());
    asked.resolve();
  };
  const hangingUp = new AbortController();
  const pending = fetch(`${server.address}/portal`, { signal: hangingUp.signal }).catch(() => null);
  await asked.promise;
  hangingUp.abort();
  await Promise.all([pending, gone.promise]);
  expect(await requestsIn()).toContain('{route="/portal",status="none"} 1');
});
