import type { Db } from '#src/platform/database/database.ts';
import type { Mail, MailResult } from '#src/platform/mail/mailer.ts';
import type { OutboxMail } from './outbox.table.ts';

/** What is to become of a mail now. What takes time (templates, attachments, a request) waits for `compose` or `post`. */
export type MailDecision =
  /** `compose` resolves to null where its address is none that mail can go to. */
  | { readonly kind: 'mail'; readonly compose: () => Promise<Mail | null> }
  | { readonly kind: 'forward'; readonly post: () => Promise<MailResult> }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: string };

/** Decides about one kind of mail, in the transaction that holds its row. */
export type DecideMail = (tx: Db, mail: OutboxMail, now: Date) => Promise<MailDecision>;

/** How the rooms that queue mails decide about them, by kind. */
export type MailKinds = Readonly<Record<string, DecideMail>>;

/** What mails say of this installation. */
export type MailSettings = { readonly origin: string; readonly teamInbox: string };
