import deskProjects from '#content/desk-projects.yaml';
import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import project from '#content/project.yaml';
import type { ChangeFacts, MailedNotice, MailTime, NotificationFacts, Path } from './notice-facts.ts';

const projectPage =
  (side: '/portal' | '/desk'): Path =>
  ({ projectId }) =>
    projectId === null ? `${side}/projects` : `${side}/projects/${projectId}`;
const threadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/messages' : `/portal/messages?project=${projectId}`;
const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;

const { live, client, team, member } = notices;
const portalLines = project.activity.lines;
const deskLines = deskProjects.activity.kinds;

/** The words of a kind that both sides are told of, by its name. */
const wordsOf = (kind: keyof typeof live & keyof typeof portalLines & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: portalLines[kind],
  deskHistory: deskLines[kind],
});

/** The words of a kind that the desk's history and open pages are told of. */
const forDesk = (kind: keyof typeof live & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: deskLines[kind],
});

/** The words of a kind that only open pages are told of. */
const liveAlone = (kind: keyof typeof live) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: null,
});

const toDesk = (
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

/** Everything that can happen to a client's projects, as `noun-verbed`. */
export const changeKinds = {
  'project-created': { ...wordsOf('project-created'), teamMail: null },
  'project-changed': { ...wordsOf('project-changed'), teamMail: null },
  'project-moved': { ...wordsOf('project-moved'), teamMail: null },
  'milestone-added': { ...wordsOf('milestone-added'), teamMail: null },
  'milestone-changed': { ...wordsOf('milestone-changed'), teamMail: null },
  'milestone-done': { ...wordsOf('milestone-done'), teamMail: null },
  'milestone-reopened': { ...wordsOf('milestone-reopened'), teamMail: null },
  'milestone-removed': { ...wordsOf('milestone-removed'), teamMail: null },
  'file-added': { ...wordsOf('file-added'), teamMail: null },
  'file-changed': { ...forDesk('file-changed'), teamMail: null },
  'file-measuring': { ...liveAlone('file-measuring'), teamMail: null },
  'file-measured': { ...liveAlone('file-measured'), teamMail: null },
  'light-made': { ...liveAlone('light-made'), teamMail: null },
  'versions-comparing': { ...liveAlone('versions-comparing'), teamMail: null },
  'versions-compared': { ...liveAlone('versions-compared'), teamMail: null },
  'file-removed': { ...wordsOf('file-removed'), teamMail: null },
  'file-superseded': { ...wordsOf('file-superseded'), teamMail: null },
  'file-approved': {
    ...wordsOf('file-approved'),
    teamMail: toDesk('file-approved', 'at-once', team.lines['file-approved']),
  },
  'version-set': { ...wordsOf('version-set'), teamMail: null },
  'version-split': { ...wordsOf('version-split'), teamMail: null },
  'version-changed': { ...forDesk('version-changed'), teamMail: null },
  'comment-added': {
    ...wordsOf('comment-added'),
    teamMail: toDesk('messages', 'conversation', team.lines['comment-added'], team.lines['comments-added']),
  },
  'comment-replied': {
    ...wordsOf('comment-replied'),
    teamMail: toDesk(
      'messages',
      'conversation',
      team.lines['comment-replied'],
      team.lines['comments-replied'],
    ),
  },
  'comment-edited': { ...forDesk('comment-edited'), teamMail: null },
  'comment-done': { ...wordsOf('comment-done'), teamMail: null },
  'comment-reopened': { ...wordsOf('comment-reopened'), teamMail: null },
  'message-sent': {
    ...forDesk('message-sent'),
    teamMail: toDesk('messages', 'conversation', team.lines['message-sent'], team.lines['messages-sent']),
  },
  'invoice-issued': { ...wordsOf('invoice-issued'), teamMail: null },
  'invoice-overdue': { ...wordsOf('invoice-overdue'), teamMail: null },
  'invoice-reported': {
    ...wordsOf('invoice-reported'),
    teamMail: toDesk('invoice-reported', 'at-once', team.lines['invoice-reported']),
  },
  'invoice-withdrawn': {
    ...wordsOf('invoice-withdrawn'),
    teamMail: toDesk('invoice-withdrawn', 'at-once', team.lines['invoice-withdrawn']),
  },
  'payment-missing': { ...wordsOf('payment-missing'), teamMail: null },
  'invoice-paid': { ...wordsOf('invoice-paid'), teamMail: null },
  'invoice-confirmed': { ...wordsOf('invoice-confirmed'), teamMail: null },
  'invoice-voided': { ...wordsOf('invoice-voided'), teamMail: null },
  'notifications-cleared': { ...liveAlone('notifications-cleared'), teamMail: null },
} as const satisfies Readonly<Record<string, ChangeFacts>>;

export type ChangeKind = keyof typeof changeKinds;

const { notifications: panel } = portal;
const { lines, open, subjects } = client;
const toInvoices = { label: open.invoices, path: () => '/portal/invoices' } as const;

/** A notification of what somebody wrote on a recording. */
const onComments = <One extends 'comment-received' | 'reply-received' | 'mention-received'>(
  kind: One,
  several: keyof typeof lines,
) => ({
  sentence: panel[kind],
  sentenceAt: panel[`${kind}-at`],
  about: 'project' as const,
  path: projectPage('/portal'),
  settledBy: 'looking' as const,
  mail: {
    time: 'conversation' as const,
    topic: 'messages',
    subject: subjects.messages,
    severalSubject: null,
    one: lines[kind],
    several: lines[several],
    link: { label: open.project, path: projectPage('/portal') },
  },
});

/** A notification of an invoice that is to be paid. */
const toPay = <One extends 'invoice-issued' | 'invoice-overdue' | 'payment-missing'>(
  kind: One,
  several: keyof typeof subjects,
) => ({
  sentence: panel[kind],
  sentenceAt: null,
  about: 'project' as const,
  path: invoicePage,
  settledBy: 'payment' as const,
  mail: {
    time: 'at-once' as const,
    topic: kind,
    subject: subjects[kind],
    severalSubject: subjects[several],
    one: lines[kind],
    several: null,
    link: toInvoices,
  },
});

/** Everything that a client is notified of. */
export const notificationKinds = {
  'file-waiting': {
    sentence: panel['file-waiting'],
    sentenceAt: null,
    about: 'file',
    path: projectPage('/portal'),
    settledBy: 'approval',
    mail: {
      time: 'batch',
      topic: 'file-waiting',
      subject: subjects['file-waiting'],
      severalSubject: subjects['files-waiting'],
      one: lines['file-waiting'],
      several: null,
      link: { label: open.file, path: projectPage('/portal') },
    },
  },
  'message-received': {
    sentence: panel['message-received'],
    sentenceAt: null,
    about: 'project',
    path: threadPage,
    settledBy: 'looking',
    mail: {
      time: 'conversation',
      topic: 'messages',
      subject: subjects.messages,
      severalSubject: null,
      one: lines['message-received'],
      several: lines['messages-received'],
      link: { label: open.messages, path: threadPage },
    },
  },
  'comment-received': onComments('comment-received', 'comments-received'),
  'reply-received': onComments('reply-received', 'replies-received'),
  'mention-received': onComments('mention-received', 'mentions-received'),
  'milestone-done': {
    sentence: panel['milestone-done'],
    sentenceAt: null,
    about: 'project',
    path: projectPage('/portal'),
    settledBy: 'looking',
    mail: null,
  },
  'invoice-issued': toPay('invoice-issued', 'invoices-issued'),
  'invoice-overdue': toPay('invoice-overdue', 'invoices-overdue'),
  'payment-missing': toPay('payment-missing', 'payments-missing'),
} as const satisfies Readonly<Record<string, NotificationFacts>>;

export type NotificationKind = keyof typeof notificationKinds;

/** Everything that one member of the team is mailed, beside what all of them are. */
export const memberKinds = {
  'member-mentioned': {
    time: 'conversation',
    topic: 'mentions',
    subject: member.subjects.mentions,
    severalSubject: null,
    one: member.lines['member-mentioned'],
    several: member.lines['members-mentioned'],
    link: { label: team.open, path: projectPage('/desk') },
  },
} as const satisfies Readonly<Record<string, MailedNotice>>;
