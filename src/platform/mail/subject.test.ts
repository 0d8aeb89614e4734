import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { createMailer } from './mailer.ts';
import { startSmtp } from './scripted-smtp.fixture.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const from = { name: 'The Studio', address: 'studio@studio.example' };
const mail = {
  messageId: '0190.team@studio.example',
  to: 'team@studio.example',
  html: '<p>Hello</p>',
  text: 'Hello',
};

test.each([
  'New brief, =?utf-8?B?WW91ciBhY2NvdW50IGlzIGxvY2tlZA==?=',
  '=?utf-8?Q?Your_account?=',
  '=?utf-8?q?a?= =?utf-8?q?b?= from Ärger',
  `=?utf-8?Q?${'=C3=A4'.repeat(40)}?= 🎧`,
])('a subject that looks encoded arrives as it was written: %s', async (subject) => {
  const { url, received } = await startSmtp();
  const mailer = createMailer({ smtpUrl: url, mailFrom: from }, { db: {} as Db, log, clock: systemClock });
  onTestFinished(() => mailer.close());
  expect(await mailer.send({ ...mail, subject })).toEqual({ ok: true });
  expect(received[0]?.parsed.subject).toBe(subject);
});
