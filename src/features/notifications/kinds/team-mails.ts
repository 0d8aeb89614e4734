import notices from '#content/notices.yaml';
import { type MailedNotice, type MailTime, type NoticeLink, commentPage, deskPart } from './notice-facts.ts';

const { team, member } = notices;

const { open } = team;

/** The links to what the team is mailed about, on the desk. */
export const deskLinks = {
  comment: { label: open.comment, path: commentPage('/desk') },
  file: { label: open.file, path: deskPart('files') },
  sent: { label: open.sent, path: deskPart('sent-files') },
  messages: { label: open.messages, path: deskPart('messages') },
  invoice: { label: open.invoice, path: deskPart('invoices') },
} as const satisfies Record<string, NoticeLink>;

/** A mail to the team, with a link to what it is about. */
export const toDesk = (
  topic: keyof typeof team.subjects,
  time: MailTime,
  link: NoticeLink,
  one: string,
  several: string | null = null,
): MailedNotice => ({
  topic,
  time,
  subject: team.subjects[topic],
  severalSubject: null,
  one,
  several,
  link,
});

/** A mail to the team that leaves at once; if several of a kind meet in one mail, it has a subject for all of them. */
export const toDeskAtOnce = (
  kind: 'file-approved' | 'invoice-reported' | 'invoice-withdrawn',
  several: keyof typeof team.subjects,
): MailedNotice => ({
  ...toDesk(kind, 'at-once', kind === 'file-approved' ? deskLinks.file : deskLinks.invoice, team.lines[kind]),
  severalSubject: team.subjects[several],
});

/** Everything that one member of the team is mailed, beside what all of them are. */
export const memberKinds = {
  'member-mentioned': {
    time: 'conversation',
    topic: 'mentions',
    subject: member.subjects.mentions,
    severalSubject: null,
    one: member.lines['member-mentioned'],
    several: member.lines['members-mentioned'],
    link: deskLinks.comment,
  },
} as const satisfies Readonly<Record<string, MailedNotice>>;
