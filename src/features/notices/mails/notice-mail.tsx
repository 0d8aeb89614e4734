import notices from '#content/notices.yaml';
import site from '#content/site.yaml';
import { mailHtmlOf } from '#src/features/site/mail-frame.tsx';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import type { NoticeSettings } from './client-mail.job.ts';
import type { DueMail } from './due-mail.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { noticeGroupsOf } from './notice-lines.ts';
import { NoticeEmail, noticeText, type Notice } from './notice.email.tsx';

function subjectOf({ audience, kind, client }: DueMail): string {
  const words: Readonly<Record<string, string>> = notices[audience].subjects;
  const subject = words[kind];
  if (subject === undefined) throw new Error(`No mail to the ${audience} is about ${kind}`);
  return fill(subject, { client: nameOf(client.name, notices.unnamed) });
}

/**
 * The mail that tells a client what waits for them, or the team what a client did. It names projects, files and authors; what
 * somebody wrote stays in the portal. Null when the client's is no address that mail can go to.
 */
export function noticeMailOf(due: DueMail, { origin, teamInbox }: NoticeSettings): Mail | null {
  const { id, audience, client, items } = due;
  const isClient = audience === 'client';
  const to = isClient ? mailAddressOf(client.email) : teamInbox;
  if (to === null) return null;
  const subject = subjectOf(due);
  const notice: Notice = {
    subject,
    origin,
    greeting: isClient ? fill(notices.client.greeting, { name: nameOf(client.name, notices.unnamed) }) : null,
    groups: noticeGroupsOf(items),
    closing: isClient
      ? { signature: fill(notices.client.signature, { name: site.name }), reason: notices.client.reason }
      : null,
  };
  const host = new URL(origin).hostname.replaceAll(/[^\w.-]/g, '');
  return {
    // The same for every attempt, so that a repeat can be recognised.
    messageId: `${id}.${audience}@${host}`,
    to,
    ...(isClient ? { replyTo: teamInbox } : {}),
    subject,
    html: mailHtmlOf(<NoticeEmail {...notice} />),
    text: noticeText(notice),
  };
}
