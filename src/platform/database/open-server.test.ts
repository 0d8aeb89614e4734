import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openServer } from './open-server.ts';
import { atOneMoment } from './write-rows.ts';
import { createServerDatabase, hasServer } from './test-database.fixture.ts';

/** PostgreSQL's errors when it refuses a connection. */
function refusalOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Starts a server that refuses connections with these errors in turn, repeating the last. */
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

test('waits for a database server that is starting', async () => {
  const server = await startRefusing([starting, starting, noEntry]);
  await expect(openServer(server.url, options)).rejects.toThrow('password authentication failed');
  expect(server.timesAsked()).toBe(3);
});

test('does not retry a database server that refuses the connection', async () => {
  const server = await startRefusing([noEntry]);
  await expect(openServer(server.url, options)).rejects.toThrow('password authentication failed');
  expect(server.timesAsked()).toBe(1);
});

test('reports an unreachable database server by its setting', async () => {
  await expect(openServer('postgres://studio@127.0.0.1:1/studio', options)).rejects.toThrow(
    /^DATABASE_URL names a database that cannot be used: connect ECONNREFUSED/,
  );
});

test.skipIf(!hasServer())('refuses a database whose encoding cannot store every language', async () => {
  const made = await createServerDatabase('empty');
  const client = new Client({ connectionString: made.url });
  await client.connect();
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const url = new URL(made.url);
  url.pathname = name;
  await expect(openServer(url.href, options)).rejects.toThrow('has the encoding LATIN1');
  await client.query(`drop database ${name}`);
  await client.end();
  await made.drop();
});

test.skipIf(!hasServer())(
  'ignores timeouts of a role or database during migrations, waits and backups',
  async () => {
    const { url, drop } = await createServerDatabase('empty');
    const admin = new Client({ connectionString: url });
    await admin.connect();
    for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await admin.query(`do $$ begin execute format('alter database %I set ${timeout} = ''200ms''',
        current_database()); end $$`);
    await admin.end();
    let waited = 0;
    const opened = { ...options, onLocked: () => (waited += 1) };
    const [first, second] = [await openServer(url, opened), await openServer(url, opened)];
    const slow = first.withMigrationSession((session) =>
      atOneMoment(session, async () => {
        await session('select pg_sleep(0.4)');
        // The data read is written to a slow disk.
        await wait(400);
        return session('select 1 as one');
      }),
    );
    await wait(100);
    const after = second.withMigrationSession((session) => session('select 2 as two'));
    expect(await Promise.all([slow, after])).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    expect(waited).toBe(1);
    await Promise.all([first.close(), second.close()]);
    await drop();
  },
);
