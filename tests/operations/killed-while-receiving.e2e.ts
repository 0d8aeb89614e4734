import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { spawnServer } from '../harness/spawn-server.ts';

/** A mail server that keeps the Message-ID of every email to the team. */
async function startMailServer() {
  const messageIds: string[] = [];
  const keep = async (stream: Readable, isTeam: boolean) => {
    const { messageId } = await simpleParser(stream);
    if (isTeam && messageId) messageIds.push(messageId);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const isTeam = session.envelope.rcptTo.some(({ address }) => address === 'team@studio.example');
      // An email that is cut off when the studio dies has not arrived.
      keep(stream, isTeam).catch(() => undefined);
      stream.on('end', () => callback());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messageIds,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

async function startStudio(folder: string, smtpUrl: string) {
  const server = spawnServer({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SMTP_URL: smtpUrl,
    TEAM_INBOX: 'team@studio.example',
  });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  return { server, address: lineOf('Site'), teamLink: lineOf('Team desk') };
}

/** Sends forms one after the other until the server is gone; adds the ids with a receipt to the received ones. */
async function sendUntilGone(address: string, client: number, received: string[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const id = randomUUID();
    const body = new URLSearchParams({
      name: 'Runa',
      email: `${id}@visitor.example`,
      message: 'A short film.',
      submission_id: id,
    });
    const headers = { accept: 'application/json', 'x-forwarded-for': `10.${client}.${n >> 8}.${n & 255}` };
    try {
      const answer = await fetch(new URL('/forms/contact', address), { method: 'POST', body, headers });
      if (answer.ok) received.push(id);
    } catch {
      return;
    }
  }
}

test('keeps everything with a receipt when killed without warning, and emails each once', async () => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'antinode-killed-'));
  const mail = await startMailServer();
  const first = await startStudio(folder, mail.url);
  const receipts: string[] = [];
  const sending = Array.from({ length: 8 }, (_, client) => sendUntilGone(first.address, client, receipts));
  await expect.poll(() => receipts.length > 3 && mail.messageIds.length > 0).toBe(true);
  first.server.process.kill('SIGKILL');
  await first.server.exited;
  await Promise.all(sending);

  const second = await startStudio(folder, mail.url);
  const signedIn = await fetch(postOfPrintedLink(second.teamLink), { method: 'POST', redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(new URL('/desk/leads.json', second.address), { headers: { cookie } });
  const leads = (await answer.json()) as { submissions: { id: string }[] }[];
  const stored = leads.flatMap((lead) => lead.submissions.map(({ id }) => id));
  expect(stored).toEqual(expect.arrayContaining(receipts));

  const messageIdOf = (id: string) => expect.stringContaining(id);
  const wanted = receipts.slice(0, 6);
  await expect
    .poll(() => wanted.every((id) => mail.messageIds.some((messageId) => messageId.includes(id))))
    .toBe(true);
  expect(mail.messageIds).toEqual(expect.arrayContaining(wanted.map(messageIdOf)));
  // Only emails in progress when the process died may have been sent twice, under the same Message-ID.
  const repeated = mail.messageIds.length - new Set(mail.messageIds).size;
  expect(repeated).toBeLessThanOrEqual(2);

  second.server.process.kill('SIGTERM');
  await second.server.exited;
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});
