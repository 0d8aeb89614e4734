import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { createMailer, type Mail } from './mailer.ts';
import { smtpError, startSmtp } from './scripted-smtp.fixture.ts';

const mail: Mail = {
  messageId: '0190.team@studio.example',
  to: 'team@studio.example',
  subject: 'New brief',
  html: '<p>Hello</p>',
  text: 'Hello',
};

/** A mailer and what it logged so far, as level and event. */
function loggedMailer(smtpUrl: string) {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}) => {
      const { failed = '' } = fields as { failed?: number };
      lines.push(`${level} ${event} ${failed}`.trim());
    };
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const mailFrom = { name: 'The Studio', address: 'studio@studio.example' };
  const mailer = createMailer({ smtpUrl, mailFrom }, { db: {} as Db, log, clock: systemClock });
  onTestFinished(() => mailer.close());
  return { mailer, lines };
}

test('logs one error for an unavailable mail server, however many emails fail, and one line when it recovers', async () => {
  let isAway = true;
  const { url, received } = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) =>
      isAway ? done(smtpError(535, 'wrong password')) : done(null, { user: 'studio' }),
  });
  const { mailer, lines } = loggedMailer(url.replace('//', '//studio:password@'));
  for (let n = 0; n < 5; n += 1) await mailer.send(mail);
  expect(lines).toEqual(['error the mail server is away']);
  isAway = false;
  await mailer.send(mail);
  expect(received).toHaveLength(1);
  expect(lines.slice(1)).toEqual(['info the mail server is back 5', 'info mail sent']);
});

test('does not report a refused email as an outage', async () => {
  const { url } = await startSmtp({
    onRcptTo: (_address, _session, done) => done(smtpError(450, 'come back later')),
  });
  const { mailer, lines } = loggedMailer(url);
  for (let n = 0; n < 2; n += 1) await mailer.send(mail);
  expect(lines).toEqual(['warn mail failed', 'warn mail failed']);
});
