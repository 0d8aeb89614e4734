import { expect, test } from '@playwright/test';
import { content } from './harness/content.ts';
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

test('mail bomb: one mailbox gets three confirmations a day, and the team hears of every form', async () => {
  const { post, mailsWith } = await startStudio();
  const letters = ['h', 'a', 'l', 'f', 'm', 'o', 'o', 'n'];
  const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
  // Every spelling with one or two fullwidth letters: the same domain to every mail server.
  const spellings = letters.flatMap((_, one) =>
    letters
      .slice(one)
      .map((_letter, two) =>
        letters.map((letter, at) => (at === one || at === one + two ? wide(letter) : letter)).join(''),
      ),
  );
  const domains = [...spellings, 'halfmoon', 'HALFMOON', 'halfmoon', 'halfmoon'];
  for (const [n, domain] of domains.entries()) {
    const fields = { name: `Bomb ${n}`, email: `victim@${domain}.example`, message: 'A short film.' };
    expect(await post('/forms/contact', `192.0.2.${n}`, fields)).toBe(200);
  }
  // The confirmation quotes nothing, so this is what the team was told.
  const soon = { intervals: [100, 250], timeout: 50_000 };
  await expect.poll(() => mailsWith('Bomb '), soon).toBe(domains.length);
  expect(await mailsWith(content.mails.confirmations.contact.subject)).toBe(3);
});
