import notices from '#content/notices.yaml';
import type { MailedNotice, MailTime } from './notice-facts.ts';
import { projectPage } from './notice-pages.ts';

const { team } = notices;

/** A mail to the team, with a link to the project on the desk. */
export const toDesk = (
  topic: keyof typeof team.subjects,
  time: MailTime,
  one: string,
  several: string | null = null,
): MailedNotice => ({
  topic,
  time,
  subject: team.subjects[topic],
  severalSubject: null,
  one,
  several,
  link: { label: team.open, path: projectPage('/desk') },
});

/** A mail to the team that leaves at once; if several of a kind meet in one mail, it has a subject for all of them. */
export const toDeskAtOnce = (
  kind: 'file-approved' | 'invoice-reported' | 'invoice-withdrawn',
  several: keyof typeof team.subjects,
): MailedNotice => ({
  ...toDesk(kind, 'at-once', team.lines[kind]),
  severalSubject: team.subjects[several],
});
