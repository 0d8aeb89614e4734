import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestServer } from './http-server.fixture.ts';
import { bodyLimitBytes } from './read-body.ts';

const server = useTestServer();
const large = Buffer.alloc(bodyLimitBytes * 8, 'sound');

test('streams an upload of any size to its page', async () => {
  server.pages = async (request, response) => {
    expect(request.body).toBeUndefined();
    const hash = createHash('sha256');
    let pieces = 0;
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      pieces++;
    }
    response.end(`${pieces > 1} ${hash.digest('hex')}`);
  };
  const reply = await server.ask('/uploads/1', { method: 'PATCH', body: large });
  expect(reply.body.toString()).toBe(`true ${createHash('sha256').update(large).digest('hex')}`);
});

test('any other path keeps the limit of 256 kB', async () => {
  server.pages = (_request, response) => void response.end('taken');
  expect((await server.ask('/desk', { method: 'POST', body: large })).status).toBe(413);
});

test('answers an upload that is refused unread', async () => {
  server.pages = (_request, response) => void response.writeHead(401).end('Sign in first.');
  const reply = await server.ask('/uploads/1', { method: 'PATCH', body: large });
  expect([reply.status, reply.body.toString()]).toEqual([401, 'Sign in first.']);
});

test.each(['/uploads/../desk', '/uploads/%2e%2e/desk', '/uploads/..%5cdesk', '/uploads//1'])(
  'a body of 40 MB for %s is refused before it is read, and the sender gets the answer',
  async (path) => {
    server.pages = () => expect.fail('no page is asked');
    const body = Array.from({ length: 20 }, () => large);
    expect((await server.ask(path, { method: 'POST', body })).status).toBe(400);
  },
);

test('starts an upload by a request without a body', async () => {
  server.pages = (_request, response) => void response.writeHead(201).end();
  expect((await server.ask('/uploads', { method: 'POST', headers: { 'content-length': '0' } })).status).toBe(
    201,
  );
});

// Only the server's timers use this clock; connections use the real one.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Starts a request that declares 200 kB, sends one byte, and waits until the server has received it. */
async function dribble(path: string, method = 'POST'): Promise<Socket> {
  const { port } = new URL(server.address);
  const begun = new Promise<void>((resolve) => {
    server.began = resolve;
  });
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n.`);
  await begun;
  return socket;
}

/** Resolves when a connection is closed or reset. */
const closingOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('a body that is not complete after half a minute is cut off', async () => {
  server.pages = () => undefined;
  const slow = await dribble('/slow');
  const closed = closingOf(slow);
  vi.advanceTimersByTime(29_999);
  expect(slow.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await closed;
});

test('continues an upload at 32 kB a minute, and cuts it off below that', async () => {
  let arrived: (bytes: number) => void = () => undefined;
  const serverSide: Socket[] = [];
  server.pages = (request) => {
    serverSide.push(request.socket);
    let bytes = 0;
    request.on('data', (chunk: Buffer) => arrived((bytes += chunk.length)));
  };
  const upload = await dribble('/uploads/1', 'PATCH');
  const closed = closingOf(upload);
  for (const minute of [1, 2, 3]) {
    const expected = 1 + minute * 32 * 1024;
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = (bytes) => bytes === expected && resolve();
    upload.write(Buffer.alloc(32 * 1024));
    await promise;
    vi.advanceTimersByTime(60_000);
    expect(serverSide.map(({ destroyed }) => destroyed)).toEqual([false]);
  }
  upload.write('.');
  vi.advanceTimersByTime(60_000);
  await closed;
});

test.each([
  ['POST', true],
  ['PATCH', false],
])('a large body sent by %s and still arriving after five minutes is cut off: %s', async (method, isCut) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<IncomingMessage>();
  server.pages = (request) => ask(request);
  const upload = await dribble('/uploads/1', method);
  const request = await asked;
  // Not cut off, since the server has not read what arrived.
  upload.write(Buffer.alloc(150_000));
  while (request.readableLength < request.readableHighWaterMark) await new Promise(setImmediate);
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(request.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(request.socket.destroyed).toBe(isCut);
  upload.destroy();
});

test('an upload that the server has not read yet is not cut off', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<IncomingMessage>();
  server.pages = (request) => ask(request);
  const upload = await dribble('/uploads/1', 'PATCH');
  const request = await asked;
  upload.write(Buffer.alloc(150_000));
  while (request.readableLength < request.readableHighWaterMark) await new Promise(setImmediate);
  vi.advanceTimersByTime(10 * 60_000);
  expect(request.socket.destroyed).toBe(false);
  upload.destroy();
});
