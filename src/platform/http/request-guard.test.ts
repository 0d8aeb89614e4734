import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createRequestGuard } from './request-guard.ts';
import { useTestServer } from './http-server.fixture.ts';

const asks = (changes: { method?: string; url?: string; host?: string | undefined }) => {
  const { method = 'GET', url = '/' } = changes;
  const host = 'host' in changes ? changes.host : 'studio.example';
  const rawHeaders = host === undefined ? [] : ['Host', host];
  return { method, url, headers: { host }, rawHeaders } as unknown as IncomingMessage;
};
const [sample, installation] = [
  createRequestGuard({ isSample: true }),
  createRequestGuard({ isSample: false }),
];

describe('the request guard', () => {
  test.each(['TRACE', 'CONNECT', 'PUT', 'PROPFIND', 'get', ''])('refuses the method "%s"', (method) =>
    expect(installation(asks({ method }))).toMatchObject({ status: 405 }),
  );

  test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])('accepts %s', (method) =>
    expect(installation(asks({ method }))).toBeNull(),
  );

  test.each(['a@b', 'a b', '', 'a:x', 'a:99999', 'a/b', '[::1', 'a\u00a0b', 'studio.example:80:80', '%61'])(
    'refuses the host "%s"',
    (host) => expect(installation(asks({ host }))).toMatchObject({ status: 400 }),
  );

  test.each(['http://studio.example/', 'studio.example:443', '*', ''])('refuses the target "%s"', (url) =>
    expect(installation(asks({ url }))).toMatchObject({ status: 400 }),
  );

  test.each([
    '/confirm/../sign-in',
    '/confirm/./sign-in',
    '/portal/uploads/../../sign-in?do=ask-code',
    '/confirm/..',
    '/confirm/%2e%2e/sign-in',
    '/confirm/%2E./sign-in',
    '/confirm/..%5Csign-in',
    '/confirm/..\\sign-in',
    '//sign-in',
    '/confirm//sign-in',
    '/sign-in//',
    '/s%69gn-in',
    '/sign%2Din',
    '/confirm/%252e%252e/sign-in',
    '/%2570ortal',
    '/blog/a b',
    '/blog/a\tb',
    '/sign-in#x',
  ])('refuses the path "%s", which a router reads as another', (url) =>
    expect(installation(asks({ url }))).toMatchObject({ status: 400 }),
  );

  test.each([
    '/',
    '/portal/',
    '/blog/caf%C3%A9',
    '/_astro/app.abc-123_x~y.js',
    '/a/..b/.c/...',
    '/listen/a%20b?next=/../x//y&q=%2e%5c',
    '/100%25',
    '/portal/files/1/report.json?download',
  ])('lets the path "%s" in', (url) => expect(installation(asks({ url }))).toBeNull());

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', undefined])(
    'of a sample studio is open to %s',
    (host) => expect(sample(asks({ host }))).toBeNull(),
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '192.0.2.1',
    '0.0.0.0',
    '[2001:db8::1]',
    'studio.example',
  ])('of a sample studio is closed to %s', (host) =>
    expect(sample(asks({ host }))).toMatchObject({ status: 421 }),
  );

  test('returns the same result for a known host', () => {
    const [known, many] = [
      createRequestGuard({ isSample: true }),
      Array.from({ length: 300 }, (_, at) => `host-${at}`),
    ];
    for (const host of [...many, ...many, 'localhost', 'localhost', 'evil.example', 'evil.example'])
      expect(known(asks({ host }))?.status, host).toBe(host === 'localhost' ? undefined : 421);
  });

  test('of an installation accepts every name that its proxy and probes may use', () => {
    for (const host of ['studio.example', '10.0.0.7:3000', 'web_1', '[2001:db8::1]:80'])
      expect(installation(asks({ host }))).toBeNull();
  });
});

const server = useTestServer();

test('refuses unknown methods and hosts without logging them', async () => {
  let rendered = 0;
  server.pages = (_request, response) => {
    rendered += 1;
    response.writeHead(200).end('rendered');
  };
  const loggedBefore = server.logged.length;
  const trace = await server.ask('/sign-in/link?token=secret', { method: 'TRACE' });
  expect(trace.status).toBe(405);
  expect(trace.headers['allow']).toContain('GET');
  expect(trace.headers['content-security-policy']).toBeDefined();
  for (const path of ['/', '/sign-in/link?token=secret', '/healthz'])
    expect((await server.ask(path, { headers: { host: 'a@b' } })).status, path).toBe(400);
  expect(await server.send('GET / HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 /,
  );
  expect(await server.send('GET http://evil.example/desk HTTP/1.1\r\nHost: a.example\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 /,
  );
  expect(rendered).toBe(0);
  expect(server.logged).toHaveLength(loggedBefore);
});
