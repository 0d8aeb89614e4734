import notices from '#content/notices.yaml';
import site from '#content/site.yaml';
import { mailHtmlOf } from '#src/studio/mail-frame.tsx';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Attachment, Mail } from '#src/platform/mail/mailer.ts';
import type { MailSettings } from '../outbox/mail-kinds.ts';
import { messageIdOf, type Thread } from '#src/platform/mail/message-id.ts';
import type { MailItem, NoticeMail } from './notice-mail-kinds.ts';
import { mailedNoticeOf } from '../kinds/known-kinds.ts';
import { fill, firstNameOf, nameOf } from '#src/platform/fill.ts';
import { noticeGroupsOf } from './notice-lines.ts';
import { NoticeEmail, noticeText, type Notice } from './notice.email.tsx';

/** How much of a name a subject shows, which phones cut soon. */
const longestInSubject = 60;

/** The project that a mail is about. */
function projectIn(items: readonly MailItem[]): string {
  const { unnamed, several } = notices.projects;
  const [name, ...others] = new Set(items.map(({ projectName }) => projectName));
  return others.length > 0 ? several : nameOf(name ?? undefined, unnamed, longestInSubject);
}

function subjectOf({ audience, topic, client, reader, items }: NoticeMail): string {
  const { subject, severalSubject } = mailedNoticeOf(audience, items[0]?.kind ?? '', reader?.may);
  const template = items.length > 1 && severalSubject !== null ? severalSubject : subject;
  return fill(topic === 'daily' ? notices.client.subjects.daily : template, {
    client: nameOf(client.name, notices.unnamed),
    count: String(items.length),
    invoice: items[0]?.details['invoice'] ?? '',
    file: nameOf(items[0]?.details['file'], notices.nameless, longestInSubject),
    project: projectIn(items),
  });
}

/** Kinds whose author may not be of the team, or is nobody. */
const unsignedKinds: readonly string[] = ['guest-commented', 'mention-received', 'invoice-overdue'];

/** Signs with the name of the team member who did everything that a mail reports; else with the studio's alone. */
function signatureOf(items: readonly MailItem[]): string {
  const authors = new Set(
    items.map(({ kind, details }) => (unsignedKinds.includes(kind) ? undefined : details['author'])),
  );
  const [author] = authors;
  const { authored, signature } = notices.client;
  if (authors.size !== 1 || author === undefined) return fill(signature, { name: site.name });
  return fill(authored, { author: nameOf(author, notices.unnamed), name: site.name });
}

/** The conversation about a project, of the mails that tell of one alone. */
function threadOf(items: readonly MailItem[], origin: string): { thread?: Thread } {
  const [projectId, ...others] = new Set(items.map((item) => item.projectId));
  if (!projectId || others.length > 0) return {};
  const root = messageIdOf(`${projectId}.project`, origin);
  return { thread: { inReplyTo: root, root } };
}

/** How many files, and how many pictures, a mail carries at most; the others are in the portal. */
const mostAttachments = 10;

/** Loads the attachments of a mail, one for each subject: files, and pictures that are shown within it. */
async function attachmentsOf(items: readonly MailItem[]): Promise<Attachment[]> {
  const subjects = [...new Map(items.map((item) => [item.subjectId, item])).values()];
  const some = [false, true].flatMap((isPicture) =>
    subjects
      .flatMap(({ attach, picture }) => (attach && (picture !== null) === isPicture ? [attach] : []))
      .slice(0, mostAttachments),
  );
  const attached = await Promise.all(some.map((attach) => attach()));
  return attached.filter((attachment) => attachment !== null);
}

/**
 * Writes the mail about news to a client's person, to the team's inbox or to one team member. It names projects, files and authors,
 * and quotes nothing that was written in the portal. Null if the recipient's address is no mail address.
 */
export async function noticeMailOf(
  mail: NoticeMail,
  { origin, teamInbox }: MailSettings,
): Promise<Mail | null> {
  const { id, audience, reader, items } = mail;
  const isClient = audience === 'client';
  const to = reader ? mailAddressOf(reader.email) : teamInbox;
  if (to === null) return null;
  const subject = subjectOf(mail);
  const attachments = await attachmentsOf(items);
  const shown = new Set(attachments.map(({ contentId }) => contentId));
  const notice: Notice = {
    subject,
    origin,
    greeting:
      reader && fill(notices.client.greeting, { name: firstNameOf(nameOf(reader.name, notices.unnamed)) }),
    groups: noticeGroupsOf(audience, items, reader?.may ?? null).map((group) => ({
      ...group,
      pictures: group.pictures.filter(({ contentId }) => shown.has(contentId)),
    })),
    closing: isClient
      ? {
          signature: signatureOf(items),
          reason: notices.client.reason,
          settings: { label: notices.client.settings, path: '/portal/settings' },
        }
      : null,
  };
  return {
    // Equal for every attempt, so that mailboxes recognise a repeat.
    messageId: messageIdOf(`${id}.${audience}`, origin),
    ...threadOf(items, origin),
    to,
    ...(isClient ? { replyTo: teamInbox } : {}),
    subject,
    html: mailHtmlOf(<NoticeEmail {...notice} />),
    text: noticeText(notice),
    attachments,
  };
}
