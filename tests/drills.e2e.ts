import { expect, test } from '@playwright/test';
import { copyReadyData } from './harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from './harness/server-process.ts';

// Attacks that got through once, against a real server process by plain HTTP. docs/security.md says how to repeat them.

stopServersAfterEachTest();

type Studio = {
  /** Posts a form from a network of its own; resolves with the status. */
  readonly post: (path: string, from: string, fields: Record<string, string>) => Promise<number>;
  /** How many mails of the development mailbox hold this text. */
  readonly mailsWith: (text: string) => Promise<number>;
};

async function startStudio(): Promise<Studio> {
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1,::1' });
  await server.says('Data ');
  const address = /^Site\s+(\S+)$/m.exec(server.output())?.[1] ?? '';
  return {
    async post(path, from, fields) {
      const answer = await fetch(new URL(path, address), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': from, accept: 'application/json' },
        body: new URLSearchParams(fields),
      });
      await answer.text();
      return answer.status;
    },
    async mailsWith(text) {
      const page = await (await fetch(new URL('/dev/mailbox', address))).text();
      return page.split('<article').filter((mail) => mail.includes(text)).length;
    },
  };
}

// A client of the sample studio (content/sample.yaml).
const victim = 'runa@sample.example';

test('lockout: a stranger locks nobody out of signing in', async () => {
  const { post, mailsWith } = await startStudio();
  const ask = (email: string, from: string) => post('/sign-in?do=ask-code', from, { email });
  for (let n = 0; n < 10; n += 1) expect(await ask(`made-up-${n}@film.example`, '192.0.2.66')).toBe(200);
  for (let n = 0; n < 10; n += 1) expect(await ask(victim, '192.0.2.66')).toBe(200);
  for (let n = 0; n < 20; n += 1) expect(await ask(victim, '192.0.2.67')).toBe(200);
  await expect.poll(() => mailsWith(`<dd>${victim}</dd>`), { intervals: [50, 100, 250] }).toBe(3);
  expect(await ask(victim, '198.51.100.1')).toBe(200);
  await expect.poll(() => mailsWith(`<dd>${victim}</dd>`), { intervals: [50, 100, 250] }).toBe(4);
});
