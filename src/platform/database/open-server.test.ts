import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openServer } from './open-server.ts';

/** What PostgreSQL says in place of letting somebody in. */
function refusalOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A server that refuses one connection after the other with these words, and the last of them for ever. */
async function startRefusing(refusals: readonly Buffer[]) {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(refusals[Math.min(asked, refusals.length - 1)] ?? Buffer.alloc(0));
      asked += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://studio@127.0.0.1:${port}/studio`, timesAsked: () => asked };
}

const options = { deadlineMs: 10_000, onHung: () => undefined };
const starting = refusalOf('57P03', 'the database system is starting up');
const noEntry = refusalOf('28P01', 'password authentication failed');

test('a database server that is still starting is waited for', async () => {
  const server = await startRefusing([starting, starting, noEntry]);
  await expect(openServer(server.url, options)).rejects.toThrow('password authentication failed');
  expect(server.timesAsked()).toBe(3);
});

test('a database server that lets nobody in is asked once', async () => {
  const server = await startRefusing([noEntry]);
  await expect(openServer(server.url, options)).rejects.toThrow('password authentication failed');
  expect(server.timesAsked()).toBe(1);
});
