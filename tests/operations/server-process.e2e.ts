import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { startKillablePostgres } from '../../drills/postgres.ts';
import { content } from '../harness/content.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { installation, type ServerProcess } from '../harness/spawn-server.ts';
import { expect, test } from '@playwright/test';

stopServersAfterEachTest();

function addressIn(output: string): string {
  return /^Site\s+(\S+)$/m.exec(output)?.[1] ?? '';
}

async function readiness(address: string): Promise<number> {
  return (await fetch(new URL('/readyz', address))).status;
}

async function startSample(dataDir: string): Promise<ServerProcess & { address: string }> {
  const server = startServer({ PORT: '0', DATA_DIR: dataDir });
  await server.says('Data ');
  return { ...server, address: addressIn(server.output()) };
}

test(
  'starts a studio without configuration, does not start it twice, survives a kill, and stops cleanly',
  { tag: '@default' },
  async () => {
    const dataDir = newDataDir();
    const first = await startSample(dataDir);
    const { port } = new URL(first.address);

    await test.step('without configuration it starts and says where things are', async () => {
      const lines = first.output().split('\n');
      for (const label of ['Site', 'Client portal', 'Team desk', 'Mailbox']) {
        expect(
          lines.some((line) => new RegExp(`^${label} +http://localhost:\\d+/`).test(line)),
          label,
        ).toBe(true);
      }
      expect(lines.some((line) => line.startsWith('Data ') && line.endsWith(dataDir))).toBe(true);
      expect(await readiness(first.address)).toBe(200);
    });

    await test.step('a second start on the same data is refused in words while the first goes on', async () => {
      const second = startServer({ PORT: '0', DATA_DIR: dataDir });
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain(`Another process is using the data in ${dataDir}`);
      expect(second.output()).not.toContain('    at ');
      expect(await readiness(first.address)).toBe(200);
    });

    await test.step('a port in use is said in words', async () => {
      const second = startServer({ PORT: port, DATA_DIR: newDataDir() });
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain(`Port ${port} is in use`);
    });

    await test.step('killed without warning it starts again on the same data, and stops cleanly on SIGTERM', async () => {
      first.process.kill('SIGKILL');
      await first.exited;
      const second = await startSample(dataDir);
      expect(await readiness(second.address)).toBe(200);
      second.process.kill('SIGTERM');
      expect(await second.exited).toBe(0);
    });
  },
);

test('lists all missing settings of an installation and does not start', async () => {
  const server = startServer({ PUBLIC_URL: 'https://studio.example', PORT: 'x', DATA_DIR: newDataDir() });
  expect(await server.exited).toBe(1);
  for (const name of ['PORT', 'SMTP_URL', 'MAIL_FROM', 'TEAM_INBOX', 'SECRET']) {
    expect(server.output()).toMatch(new RegExp(`^ +${name} `, 'm'));
  }
});

test('prints no links in a complete installation, has no development mailbox, and stops cleanly when its terminal closes', async () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir, 'nothing');
  const server = startServer({ ...installation, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const output = await server.says('"started"');
  const port = /"port":(\d+)/.exec(output)?.[1] ?? '';
  expect(output).not.toMatch(/^(Site|Client portal|Team desk|Mailbox)/m);
  expect(await readiness(`http://127.0.0.1:${port}`)).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/dev/mailbox`)).status).toBe(404);
  // The terminal can no longer be written to.
  for (const stream of [server.process.stdout, server.process.stderr]) stream?.destroy();
  server.process.kill('SIGHUP');
  expect(await server.exited).toBe(0);
});

test('responds with 503 and Retry-After while PostgreSQL is unavailable, and recovers with it', async () => {
  const dataDir = newDataDir();
  const folder = dirname(dataDir);
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o755);
  const postgres = await startKillablePostgres(folder);
  test.skip(postgres === null, 'No PostgreSQL is installed here');
  if (!postgres) return;
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: postgres.url });
  const address = addressIn(await server.says('Data '));
  const ask = async (accept: string) => {
    const answer = await fetch(new URL('/discovery-call', address), { headers: { accept } });
    const [status, again] = [answer.status, answer.headers.get('retry-after')];
    return { status, again, text: await answer.text() };
  };
  await postgres.kill();
  const away = await ask('text/html');
  expect(away).toMatchObject({ status: 503, again: '30' });
  expect(away.text).toContain(content.system.failed.title);
  const { status, text } = await ask('application/json');
  expect({ status, ...JSON.parse(text) }).toMatchObject({
    status: 503,
    error: content.system.refused.failed,
  });
  await postgres.start();
  await expect(async () => expect((await ask('text/html')).status).toBe(200)).toPass();
  server.process.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  await postgres.kill();
});
