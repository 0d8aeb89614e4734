import { describe, expect, onTestFinished, test } from 'vitest';
import { openAnyTestDatabase } from '../database/test-database.fixture.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { devMail } from './dev-mail.table.ts';
import { createMailer, type Mail, type MailTimeouts } from './mailer.ts';
import { smtpError, startEndlessSmtp, startRudeSmtp, startSmtp } from './scripted-smtp.fixture.ts';

const mail: Mail = {
  messageId: '0190.team@studio.example',
  to: 'team@studio.example',
  replyTo: 'ann@film.example',
  subject: 'New brief, Ärger & Söhne',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const from = { name: 'The Studio', address: 'studio@studio.example' };
/** A timeout for servers that never respond; others may take longer. */
const shortLimits: MailTimeouts = { connectMs: 300, greetingMs: 300, silenceMs: 300, totalMs: 1000 };

function loggedMailer(smtpUrl: string | null, db = {} as Db, limits?: MailTimeouts) {
  const lines: string[] = [];
  const write = (level: string) => (event: string, fields?: object) => {
    lines.push(`${level} ${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  const mailer = createMailer(
    { smtpUrl, mailFrom: from },
    { db, log, clock: systemClock, ...(limits && { limits }) },
  );
  onTestFinished(() => mailer.close());
  return { mailer, lines };
}

const send = (smtpUrl: string, message = mail) => loggedMailer(smtpUrl).mailer.send(message);
const sendBriefly = (smtpUrl: string) => loggedMailer(smtpUrl, undefined, shortLimits).mailer.send(mail);

test('delivers an email with its message id, reply address and attachment', async () => {
  const { url, received } = await startSmtp();
  const bytes = new Uint8Array([1, 2, 3]);
  const attachment = { filename: 'plan.pdf', contentType: 'application/pdf', content: bytes };
  expect(await send(url, { ...mail, attachments: [attachment] })).toEqual({ ok: true });
  const [{ parsed, envelopeTo }] = received as [(typeof received)[0]];
  expect(envelopeTo).toEqual(['team@studio.example']);
  expect(parsed.messageId).toBe('<0190.team@studio.example>');
  expect(parsed.from?.text).toBe('"The Studio" <studio@studio.example>');
  expect(parsed.replyTo?.text).toBe('ann@film.example');
  expect(parsed.subject).toBe(mail.subject);
  expect(parsed.text?.trim()).toBe('Hello');
  expect(parsed.attachments.map(({ filename, content }) => [filename, [...content]])).toEqual([
    ['plan.pdf', [1, 2, 3]],
  ]);
});

test('shares a connection between consecutive emails', async () => {
  let connections = 0;
  const { url, received } = await startSmtp({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const { mailer } = loggedMailer(url);
  for (let n = 0; n < 3; n += 1) expect(await mailer.send(mail)).toEqual({ ok: true });
  expect([received.length, connections]).toEqual([3, 1]);
});

test('opens a new connection if the server has closed the kept one', async () => {
  const oneMail = ['220 hi', '250 ok', '250 ok', '250 ok', '354 go', '250 kept'];
  const { mailer, lines } = loggedMailer(await startRudeSmtp([...oneMail, null]));
  expect(await mailer.send(mail)).toEqual({ ok: true });
  expect(await mailer.send(mail)).toEqual({ ok: true });
  expect(lines).toEqual([expect.stringMatching(/^info/), expect.stringMatching(/^info/)]);
});

test('sends threading headers, and omits the automatic header for emails by a person', async () => {
  const { url, received } = await startSmtp();
  await send(url, { ...mail, thread: { inReplyTo: 'first@studio.example', root: 'talk@studio.example' } });
  await send(url, { ...mail, isPersonal: true });
  const [automatic, personal] = received.map(({ parsed }) => parsed);
  expect(automatic?.inReplyTo).toBe('<first@studio.example>');
  expect(automatic?.references).toEqual(['<talk@studio.example>', '<first@studio.example>']);
  expect(automatic?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(personal?.headers.has('auto-submitted')).toBe(false);
  expect(personal?.inReplyTo).toBeUndefined();
});

const invitation = {
  method: 'REQUEST',
  content: ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'SUMMARY:Grüße', 'END:VCALENDAR', ''].join('\r\n'),
} as const;

test('sends an invitation as an alternative part, with its method, and as a file', async () => {
  const { url, received } = await startSmtp();
  expect(await send(url, { ...mail, invitation })).toEqual({ ok: true });
  const [{ raw, parsed }] = received as [(typeof received)[0]];
  const types = [...raw.matchAll(/^Content-Type: ([^\r\n]+(?:\r\n [^\r\n]+)*)/gim)].map(([, type = '']) =>
    type.replaceAll(/\s+/g, ' ').replaceAll(/; boundary=.*| name=.*/g, ''),
  );
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain; charset=utf-8',
    'text/html; charset=utf-8',
    'text/calendar; charset=utf-8; method=REQUEST',
    expect.stringMatching(/^application\/ics;?/),
  ]);
  const files = parsed.attachments.map(({ content }) => content.toString());
  expect(files).toEqual([invitation.content, invitation.content]);
  expect(raw).toContain('filename=call.ics');
});

test.each([
  ['of another method', { ...invitation, method: 'CANCEL' as const }],
  ['with bare line breaks', { ...invitation, content: invitation.content.replaceAll('\r\n', '\n') }],
  ['with a long line', { ...invitation, content: invitation.content.replace('Gr', 'x'.repeat(80)) }],
  ['that does not end', { ...invitation, content: invitation.content.slice(0, -2) }],
])('an invitation %s is refused for good', async (_name, malformed) => {
  const { mailer } = loggedMailer('smtp://127.0.0.1:1');
  expect(await mailer.send({ ...mail, invitation: malformed })).toEqual({
    ok: false,
    permanent: true,
    reason: 'the invitation is malformed',
  });
});

describe('a failure', () => {
  test.each([421, 450, 451, 452])('of code %i from the server is temporary', async (code) => {
    const { url } = await startSmtp({ onRcptTo: (_to, _session, done) => done(smtpError(code, 'later')) });
    expect(await send(url)).toMatchObject({ ok: false, permanent: false });
  });

  test.each([550, 552, 553, 554])('of code %i about the recipient is permanent', async (code) => {
    const { url } = await startSmtp({ onRcptTo: (_to, _session, done) => done(smtpError(code, 'no')) });
    expect(await send(url)).toMatchObject({ ok: false, permanent: true });
  });

  test.each([
    ['451', false],
    ['554', true],
  ])('after the content, code %s: permanent %s', async (code, permanent) => {
    const url = await startRudeSmtp([
      '220 hi',
      '250 ok',
      '250 ok',
      '250 ok',
      '354 go',
      `${code} no`,
      '221 bye',
    ]);
    expect(await send(url)).toMatchObject({ ok: false, permanent });
  });

  test('of the connection is temporary', async () => {
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({ ok: false, permanent: false });
  });

  test('of an unknown host is temporary', async () => {
    expect(await send('smtp://mail.invalid:25')).toMatchObject({ ok: false, permanent: false });
  });

  test('of the sign-in is temporary, logged as an error, and shows no password', async () => {
    const { url } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(smtpError(535, 'wrong password')),
    });
    const { mailer, lines } = loggedMailer(url.replace('//', '//studio:hunter2@'));
    expect(await mailer.send(mail)).toMatchObject({ ok: false, permanent: false });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^error the mail server is away/);
    expect(lines[0]).not.toContain('hunter2');
  });

  test.each([
    ['whose certificate nobody vouches for', (url: string) => url],
    ['that speaks no TLS where it should', (url: string) => url.replace('smtp:', 'smtps:')],
  ])('of a server %s is temporary and logged as an error', async (_case, urlOf) => {
    // With STARTTLS and smtp-server's default certificate.
    const { url, received } = await startSmtp({ disabledCommands: [] });
    const { mailer, lines } = loggedMailer(urlOf(url));
    expect(await mailer.send(mail)).toMatchObject({ ok: false, permanent: false });
    expect(lines).toEqual([expect.stringMatching(/^error the mail server is away/)]);
    expect(received).toEqual([]);
  });

  const stages: [string, string[]][] = [
    ['before its greeting', []],
    ['after its greeting', ['220 hi']],
    ['after EHLO', ['220 hi', '250 ok']],
    ['after MAIL FROM', ['220 hi', '250 ok', '250 ok']],
    ['after RCPT TO', ['220 hi', '250 ok', '250 ok', '250 ok']],
    ['after DATA', ['220 hi', '250 ok', '250 ok', '250 ok', '354 go']],
  ];
  test.each(stages)('is temporary if the server stops responding %s', async (_stage, lines) => {
    expect(await sendBriefly(await startRudeSmtp(lines))).toMatchObject({ ok: false, permanent: false });
  });
  test.each(stages)('is temporary if the server disconnects %s', async (_stage, lines) => {
    expect(await send(await startRudeSmtp([...lines, null]))).toMatchObject({ ok: false, permanent: false });
  });
});

test('does not block on a server that never ends its response', async () => {
  const url = await startEndlessSmtp();
  expect(await sendBriefly(url)).toMatchObject({ ok: false, permanent: false });
});

describe('an added header', () => {
  const injections: Partial<Mail>[] = [
    { subject: 'Hello\r\nBcc: thief@evil.example' },
    { subject: 'Hello\nBcc: thief@evil.example' },
    { replyTo: 'ann@film.example\r\nBcc: thief@evil.example' },
    { replyTo: 'ann@film.example, thief@evil.example' },
    { replyTo: 'Ann <ann@film.example>' },
    { to: 'team@studio.example\r\nBcc: thief@evil.example' },
    { to: 'team@studio.example,thief@evil.example' },
    { messageId: 'x@y>\r\nBcc: thief@evil.example' },
    { thread: { inReplyTo: 'x@y>\r\nBcc: thief@evil.example', root: 'x@y' } },
    { thread: { inReplyTo: 'x@y', root: 'x@y>\r\nBcc: thief@evil.example' } },
    { attachments: [{ filename: 'a"\r\nX: y', contentType: 'text/plain', content: new Uint8Array() }] },
  ];
  test.each(injections)('in %j is refused before sending', async (part) => {
    const { url, received } = await startSmtp();
    expect(await send(url, { ...mail, ...part })).toMatchObject({ ok: false, permanent: true });
    expect(received).toEqual([]);
  });
});

test('logs no email addresses', async () => {
  const { url } = await startSmtp({
    onRcptTo: ({ address }, _session, done) => done(smtpError(550, `<${address}> unknown`)),
  });
  const { mailer, lines } = loggedMailer(url);
  await mailer.send(mail);
  expect(lines.join()).not.toMatch(/team@|ann@/);
});

test('without an SMTP server, stores an email in the development mailbox once per message id', async () => {
  const database = await openAnyTestDatabase();
  const { mailer } = loggedMailer(null, database.db);
  expect(await mailer.send(mail)).toEqual({ ok: true });
  expect(await mailer.send(mail)).toEqual({ ok: true });
  expect(await mailer.send({ ...mail, replyTo: 'x\r\ny' })).toMatchObject({ ok: false, permanent: true });
  const { to: toAddress, subject } = mail;
  const fromAddress = 'The Studio <studio@studio.example>';
  expect(await database.db.select().from(devMail)).toMatchObject([{ toAddress, subject, fromAddress }]);
});
