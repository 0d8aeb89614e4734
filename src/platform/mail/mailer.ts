import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createOutages, type Outages } from '../outages/outages.ts';
import { inSpan } from '../tracing/spans.ts';
import { withTimeout } from '../with-timeout.ts';
import { invitationFile, isInvitation, type MailInvitation } from './mail-invitation.ts';
import type { Thread } from './message-id.ts';
import { isMailAddress, type Mailbox } from './mail-address.ts';
import { smtpFailureOf } from './smtp-failure.ts';
import { v7 as uuidv7 } from 'uuid';
import { devMail } from './dev-mail.table.ts';

const fileOf = ({ method, content }: MailInvitation): Attachment => ({
  filename: invitationFile,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content: Buffer.from(content),
});

/** Stores a message for display on a page; the same message id is the same message. */
async function putIntoDevMailbox(
  db: Db,
  { mail, from, sentAt }: { mail: Mail; from: Mailbox; sentAt: Date },
): Promise<void> {
  const files = [...(mail.attachments ?? []), ...(mail.invitation ? [fileOf(mail.invitation)] : [])];
  const attachments = files.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    base64: Buffer.from(content).toString('base64'),
  }));
  await db
    .insert(devMail)
    .values({
      id: uuidv7(),
      messageId: mail.messageId,
      sentAt,
      fromAddress: from.name ? `${from.name} <${from.address}>` : from.address,
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments,
    })
    .onConflictDoNothing({ target: devMail.messageId });
}

export type Attachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** The id by which the HTML references a picture, after `cid:`. */
  contentId?: string;
};

export type Mail = {
  /** Without angle brackets, such as `<submission>.team@studio.example`: the same for every attempt. */
  messageId: string;
  to: string;
  /** Already validated as an address; refused otherwise. */
  replyTo?: string;
  subject: string;
  /** The conversation it belongs to. */
  thread?: Thread;
  /** Written by a person; every other email is marked as automatic. */
  isPersonal?: boolean;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
  invitation?: MailInvitation;
};

/** The result of a delivery attempt. `isLogged`: the reason was logged; unset if the server was never contacted. */
export type MailResult = { ok: true } | { ok: false; permanent: boolean; reason: string; isLogged?: true };

export type Mailer = {
  /** `smtp` sends; `dev-mailbox` stores the message in the database for display on a page. */
  kind: 'smtp' | 'dev-mailbox';
  send: (mail: Mail) => Promise<MailResult>;
  close: () => void;
};

export type MailTimeouts = { connectMs: number; greetingMs: number; silenceMs: number; totalMs: number };

const timeouts: MailTimeouts = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 20_000, totalMs: 60_000 };
const longestSubject = 500;
/** More connections than concurrent email jobs, so that none waits for another. */
const maxConnections = 8;
const idleMs = 5000;
const server = 'mail server';

type MailerNeeds = {
  db: Db;
  log: Log;
  clock: Clock;
  /** Called with whether the server accepts emails. */
  outages?: Pick<Outages, 'failed' | 'answered'>;
  limits?: MailTimeouts;
};

const isMessageId = (id: string) => /^[\w.+-]+@[\w.-]+$/.test(id);

/** Returns why an email is invalid, or null. A line break would allow its author to add headers. */
export function refusalOf(mail: Mail): string | null {
  const { messageId, to, replyTo, subject, thread, invitation, attachments = [] } = mail;
  if (!isMailAddress(to)) return 'the recipient is not an address';
  if (replyTo !== undefined && !isMailAddress(replyTo)) return 'the reply address is not an address';
  const ids = [messageId, ...(thread ? [thread.inReplyTo, thread.root] : [])];
  if (!ids.every(isMessageId)) return 'the message id is malformed';
  if (/\p{Cc}/u.test(subject) || subject.length > longestSubject) return 'the subject is malformed';
  if (invitation && !isInvitation(invitation)) return 'the invitation is malformed';
  const hasBadName = ({ filename, contentType }: Attachment) =>
    /[\p{Cc}"\\/]/u.test(filename) || !/^[\w.+-]+\/[\w.+-]+$/.test(contentType);
  const hasBadId = ({ contentId }: Attachment) => contentId !== undefined && !isMessageId(contentId);
  if (attachments.some(hasBadId)) return 'the id of a picture is malformed';
  return attachments.some(hasBadName) ? 'an attachment has a malformed name or type' : null;
}

/** A server can keep a conversation alive without ever ending it. */
const timeoutError = (totalMs: number) =>
  Object.assign(new Error(`No end within ${totalMs} ms`), { code: 'ETIMEDOUT' });

/** Wraps a mailer so that each email is a span with its transport and result. */
function withSpans(mailer: Mailer): Mailer {
  const start = { name: 'send mail', kind: 'client', fields: { 'antinode.mail.by': mailer.kind } } as const;
  const send = (mail: Mail) =>
    inSpan(start, async (span) => {
      const result = await mailer.send(mail);
      if (!result.ok) span?.fail();
      return result;
    });
  return { ...mailer, send };
}

/** Sends through SMTP_URL, or without one into the development mailbox. */
export const createMailer = (config: MailSettings, needs: MailerNeeds): Mailer =>
  withSpans(openMailer(config, needs));

type MailSettings = { readonly smtpUrl: string | null; readonly mailFrom: Mailbox };

function openMailer(
  { smtpUrl, mailFrom }: MailSettings,
  { db, log, clock, outages = createOutages({ log, clock }), limits = timeouts }: MailerNeeds,
): Mailer {
  const refused = (mail: Mail): MailResult | null => {
    const reason = refusalOf(mail);
    return reason === null ? null : { ok: false, permanent: true, reason };
  };
  if (smtpUrl === null) {
    return {
      kind: 'dev-mailbox',
      async send(mail) {
        const refusal = refused(mail);
        if (refusal) return refusal;
        await putIntoDevMailbox(db, { mail, from: mailFrom, sentAt: clock.now() });
        return { ok: true };
      },
      close: () => undefined,
    };
  }
  // A connection per email would cost a greeting, a TLS handshake and a sign-in each.
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    idleTimeout: idleMs,
    // A connection closed by the server is only detected when the next email is sent.
    maxRequeues: 1,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
    dnsTimeout: limits.connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    kind: 'smtp',
    async send(mail) {
      const refusal = refused(mail);
      if (refusal) return refusal;
      // Ends an abandoned SMTP session.
      const over = new AbortController();
      try {
        const sending = transport.sendMail({ ...messageOf(mail, mailFrom), signal: over.signal });
        await withTimeout(sending, limits.totalMs, () => timeoutError(limits.totalMs));
        outages.answered(server);
        log.info('mail sent', { messageId: mail.messageId.split('@')[0] });
        return { ok: true };
      } catch (error) {
        const { permanent, reason, isServerAway } = smtpFailureOf(error);
        if (isServerAway) outages.failed(server, { reason });
        else {
          outages.answered(server);
          log.warn('mail failed', { messageId: mail.messageId.split('@')[0], permanent, reason });
        }
        return { ok: false, permanent, reason, isLogged: true };
      } finally {
        over.abort();
      }
    },
    close: () => transport.close({ force: true }),
  };
}

const threadHeadersOf = ({ inReplyTo, root }: Thread) => ({
  inReplyTo: `<${inReplyTo}>`,
  references: [...new Set([root, inReplyTo])].map((id) => `<${id}>`),
});

/** Bytes per encoded word, which keeps it within 75 characters (RFC 2047). */
const wordBytes = 45;

/**
 * Returns a text for a header. Text that looks like an encoded word, such as a crafted name, is encoded itself:
 * programs would otherwise show its decoded form.
 */
function headerTextOf(text: string): string {
  if (!text.includes('=?')) return text;
  const words: string[] = [''];
  for (const letter of text) {
    const word = `${words.at(-1) ?? ''}${letter}`;
    if (Buffer.byteLength(word) > wordBytes) words.push(letter);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

function messageOf(mail: Mail, from: Mailbox) {
  return {
    messageId: `<${mail.messageId}>`,
    from: { name: from.name, address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: headerTextOf(mail.subject),
    html: mail.html,
    text: mail.text,
    ...(mail.thread ? threadHeadersOf(mail.thread) : {}),
    // As an alternative part, which mail programs show with reply buttons, and also as an attachment.
    ...(mail.invitation ? { icalEvent: { ...mail.invitation, filename: invitationFile } } : {}),
    // Prevents auto-responders from replying, which could cause an endless loop.
    headers: mail.isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' },
    attachments: (mail.attachments ?? []).map(({ filename, contentType, content, contentId }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
  };
}
