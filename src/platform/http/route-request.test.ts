import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useTestServer } from './http-server.fixture.ts';

const server = useTestServer();

test.each([
  ['info', 'client disconnected', 'ECONNRESET'],
  ['error', 'request failed', 'EIO'],
])('logs at %s level: %s, if a page throws %s after its client has left', async (level, event, code) => {
  const before = server.logged.length;
  const finished = Promise.withResolvers<void>();
  server.pages = async (_request, response) => {
    socket.destroy();
    await once(response, 'close');
    setImmediate(finished.resolve);
    throw Object.assign(new Error('aborted'), { code });
  };
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.write('GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await finished.promise;
  expect(server.logged.slice(before).map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level, event }),
  ]);
});

test('a page behind an answer that never ends, on the same connection, is no longer open once it was made', async () => {
  const done = Promise.withResolvers<{ readonly isConnected: boolean }>();
  let stream: ServerResponse | null = null;
  server.pages = (request, response, _next, locals) => {
    if (request.url === '/stream') {
      stream = response;
      response.writeHead(200).write('begun');
      return;
    }
    void locals.closed().then(() => done.resolve({ isConnected: stream?.destroyed === false }));
    response.writeHead(200, { 'content-type': 'text/html' }).end('page'.repeat(1000));
  };
  const { port } = new URL(server.address);
  const socket = connect(Number(port), '127.0.0.1');
  for (const path of ['/stream', '/page']) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(await done.promise).toEqual({ isConnected: true });
  socket.destroy();
  await once(socket, 'close');
});
