import type { Db } from '#src/platform/database/database.ts';
import type { Mail, MailResult } from '#src/platform/mail/mailer.ts';
import type { OutboxMail } from './outbox.table.ts';

/** What happens to a mail now. Slow work (templates, attachments, a request) is left to `compose` or `post`. */
export type MailDecision =
  /**
   * `compose` resolves to null where its address is none that mail can go to. One for the team's inbox may become a part of a
   * summary.
   */
  | { readonly kind: 'mail'; readonly isForTeam?: boolean; readonly compose: () => Promise<Mail | null> }
  | { readonly kind: 'forward'; readonly post: () => Promise<MailResult> }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: string };

/** Decides about one kind of mail, in the transaction that holds its row. */
export type DecideMail = (tx: Db, mail: OutboxMail, now: Date) => Promise<MailDecision>;

/** How the rooms that queue mails decide about them, by kind. */
export type MailKinds = Readonly<Record<string, DecideMail>>;

/** The installation's settings that mails need. */
export type MailSettings = { readonly origin: string; readonly teamInbox: string };
