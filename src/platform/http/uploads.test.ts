import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestServer } from './http-server.fixture.ts';
import { bodyLimitBytes } from './read-body.ts';

const server = useTestServer();
const large = Buffer.alloc(bodyLimitBytes * 8, 'sound');

test('an upload of any size comes to its page piece by piece', async () => {
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

test('an upload that is refused unread gets its answer', async () => {
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

test('an upload is begun by a request without a body', async () => {
  server.pages = (_request, response) => void response.writeHead(201).end();
  expect((await server.ask('/uploads', { method: 'POST', headers: { 'content-length': '0' } })).status).toBe(
    201,
  );
});

// The server's own waiting alone is on this clock; connections stay on the real one.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Begins a request that says it has ten bytes, sends one, and waits until the server has taken it. */
async function dribble(path: string): Promise<Socket> {
  const { port } = new URL(server.address);
  const begun = new Promise<void>((resolve) => {
    server.began = resolve;
  });
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n.`);
  await begun;
  return socket;
}

test('a body that is not whole after half a minute is cut off, unless it is an upload', async () => {
  server.pages = () => undefined;
  const slow = await dribble('/slow');
  const upload = await dribble('/uploads/1');
  const closed = once(slow, 'close');
  vi.advanceTimersByTime(29_999);
  expect(slow.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await closed;
  vi.advanceTimersByTime(10 * 60_000);
  // Had the server hung up, this would find the connection gone.
  server.pages = (_request, response) => void response.end('late');
  expect((await server.ask('/desk')).status).toBe(200);
  expect(upload.readyState).toBe('open');
  upload.destroy();
});
