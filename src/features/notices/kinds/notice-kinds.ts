import deskProjects from '#content/desk-projects.yaml';
import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import project from '#content/project.yaml';

/** What a notice is about, as far as its link has to know. */
type About = { readonly projectId: string | null; readonly subjectId: string };

type Path = (about: About) => string;

/** At once; with what follows within moments, such as the other files of an upload; or with ten minutes of a conversation. */
export type MailTime = 'at-once' | 'batch' | 'conversation';

/** What a mail says about one kind of thing, and when it leaves. */
export type MailedNotice = {
  readonly time: MailTime;
  /** What has the same topic gathers in the same mail. */
  readonly topic: string;
  readonly subject: string;
  /** The subject of a mail that tells of several, with their `{count}`; null where it is the same. */
  readonly severalSubject: string | null;
  readonly one: string;
  /** Says what several by the same author are, with their `{count}`; null where each has a line of its own. */
  readonly several: string | null;
  readonly link: { readonly label: string; readonly path: Path };
};

/** What something that can happen to a client's projects means to whoever can see it. */
export type ChangeFacts = {
  /** What an open page says. */
  readonly live: string;
  /** Its sentence in what happened in a project, on either side; null where it is not told there. */
  readonly portalHistory: string | null;
  readonly deskHistory: string | null;
  /** The team's mail when the client does it; null where the team is told nothing. */
  readonly teamMail: MailedNotice | null;
};

/** By what a notification is settled: it then waits no more, and is no news in a mail. */
export type SettledBy = 'looking' | 'approval' | 'payment';

/** A notification on a client's dashboard and its mail. */
export type NotificationFacts = {
  readonly sentence: string;
  /** Says it where the moment is known, as `{at}`. */
  readonly sentenceAt: string | null;
  /** Which name stands below the sentence. */
  readonly about: 'file' | 'project';
  readonly path: Path;
  readonly settledBy: SettledBy;
  /** Null for what waits for nobody. */
  readonly mail: MailedNotice | null;
};

const projectPage =
  (side: '/portal' | '/desk'): Path =>
  ({ projectId }) =>
    projectId === null ? `${side}/projects` : `${side}/projects/${projectId}`;
const threadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/messages' : `/portal/messages?project=${projectId}`;
const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;

const { live, client, team } = notices;
const portalLines = project.activity.lines;
const deskLines = deskProjects.activity.kinds;

/** The words of a kind that both sides are told of, by its name. */
const wordsOf = (kind: keyof typeof live & keyof typeof portalLines & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: portalLines[kind],
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
  'file-changed': {
    live: live['file-changed'],
    portalHistory: null,
    deskHistory: deskLines['file-changed'],
    teamMail: null,
  },
  'file-measuring': { ...liveAlone('file-measuring'), teamMail: null },
  'file-measured': { ...liveAlone('file-measured'), teamMail: null },
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
  'version-changed': { ...liveAlone('version-changed'), teamMail: null },
  'comment-added': {
    ...wordsOf('comment-added'),
    teamMail: toDesk('messages', 'conversation', team.lines['comment-added'], team.lines['comments-added']),
  },
  'comment-done': { ...wordsOf('comment-done'), teamMail: null },
  'comment-reopened': { ...wordsOf('comment-reopened'), teamMail: null },
  'message-sent': {
    live: live['message-sent'],
    portalHistory: null,
    deskHistory: deskLines['message-sent'],
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
  'invoice-paid': { ...wordsOf('invoice-paid'), teamMail: null },
  'invoice-confirmed': { ...wordsOf('invoice-confirmed'), teamMail: null },
  'invoice-voided': { ...wordsOf('invoice-voided'), teamMail: null },
  'notifications-cleared': { ...liveAlone('notifications-cleared'), teamMail: null },
} as const satisfies Readonly<Record<string, ChangeFacts>>;

export type ChangeKind = keyof typeof changeKinds;

const { notifications: panel } = portal;
const { lines, open, subjects } = client;
const toInvoices = { label: open.invoices, path: () => '/portal/invoices' } as const;

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
  'comment-received': {
    sentence: panel['comment-received'],
    sentenceAt: panel['comment-received-at'],
    about: 'project',
    path: projectPage('/portal'),
    settledBy: 'looking',
    mail: {
      time: 'conversation',
      topic: 'messages',
      subject: subjects.messages,
      severalSubject: null,
      one: lines['comment-received'],
      several: lines['comments-received'],
      link: { label: open.project, path: projectPage('/portal') },
    },
  },
  'milestone-done': {
    sentence: panel['milestone-done'],
    sentenceAt: null,
    about: 'project',
    path: projectPage('/portal'),
    settledBy: 'looking',
    mail: null,
  },
  'invoice-issued': {
    sentence: panel['invoice-issued'],
    sentenceAt: null,
    about: 'project',
    path: invoicePage,
    settledBy: 'payment',
    mail: {
      time: 'at-once',
      topic: 'invoice-issued',
      subject: subjects['invoice-issued'],
      severalSubject: subjects['invoices-issued'],
      one: lines['invoice-issued'],
      several: null,
      link: toInvoices,
    },
  },
  'invoice-overdue': {
    sentence: panel['invoice-overdue'],
    sentenceAt: null,
    about: 'project',
    path: invoicePage,
    settledBy: 'payment',
    mail: {
      time: 'at-once',
      topic: 'invoice-overdue',
      subject: subjects['invoice-overdue'],
      severalSubject: subjects['invoices-overdue'],
      one: lines['invoice-overdue'],
      several: null,
      link: toInvoices,
    },
  },
} as const satisfies Readonly<Record<string, NotificationFacts>>;

export type NotificationKind = keyof typeof notificationKinds;
