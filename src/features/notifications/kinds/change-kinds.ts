import type desk from '#content/desk.yaml';
import deskProjects from '#content/desk-projects.yaml';
import notices from '#content/notices.yaml';
import project from '#content/project.yaml';
import {
  commentPage,
  deskPart,
  deskThreadPage,
  type ChangeFacts,
  type EmailLink,
  type EmailText,
  type MailTime,
} from './kind.ts';

const portalLines = project.activity.lines;
const deskLines = deskProjects.activity.kinds;

/** Kinds of change that the desk's page of a client also has texts for (`workspace/activity-list.tsx`). */
type Done = keyof typeof notices.live & keyof typeof desk.activity.kinds;

/** The texts of a kind that both histories show. */
const bothSides = (kind: Done & keyof typeof portalLines & keyof typeof deskLines) => ({
  live: notices.live[kind],
  portalHistory: portalLines[kind],
  deskHistory: deskLines[kind],
});

/** The texts of a kind that only the desk's history shows. */
const deskOnly = (kind: Done & keyof typeof deskLines) => ({
  live: notices.live[kind],
  portalHistory: null,
  deskHistory: deskLines[kind],
});

const withoutHistory = (kind: keyof typeof notices.live) => ({
  live: notices.live[kind],
  portalHistory: null,
  deskHistory: null,
});

/** The texts of a kind about a client or their people, in no project's history. */
export const clientOnly = (kind: Done) => withoutHistory(kind);

/** The texts of a kind caused by a job, for open pages only. */
export const liveOnly = (kind: Exclude<keyof typeof notices.live, Done>) => withoutHistory(kind);

const { team, member } = notices;
const { open } = team;

/** Links of the team's emails, to the desk. */
const deskLinks = {
  comment: { label: open.comment, path: commentPage('/desk') },
  file: { label: open.file, path: deskPart('files') },
  sent: { label: open.sent, path: deskPart('sent-files') },
  messages: { label: open.messages, path: deskThreadPage },
  invoice: { label: open.invoice, path: deskPart('invoices') },
} as const satisfies Record<string, EmailLink>;

/** Returns an email to the team with a link to its subject. */
const toDesk = (
  topic: keyof typeof team.subjects,
  time: MailTime,
  link: EmailLink,
  one: string,
  several: string | null = null,
): EmailText => ({
  topic,
  time,
  subject: team.subjects[topic],
  severalSubject: null,
  one,
  several,
  link,
});

/** Returns an email to the team that is sent at once, with a subject for several of its kind. */
const toDeskAtOnce = (
  kind: 'file-approved' | 'changes-requested' | 'invoice-reported' | 'invoice-withdrawn',
  several: keyof typeof team.subjects,
): EmailText => ({
  ...toDesk(
    kind,
    'at-once',
    kind.startsWith('invoice-') ? deskLinks.invoice : deskLinks.file,
    team.lines[kind],
  ),
  severalSubject: team.subjects[several],
});

/** Every kind of change, as `noun-verbed`. */
export const changeKinds = {
  'project-created': { ...bothSides('project-created'), teamMail: null },
  'project-changed': { ...bothSides('project-changed'), teamMail: null },
  'project-moved': { ...bothSides('project-moved'), teamMail: null },
  'milestone-added': { ...bothSides('milestone-added'), teamMail: null },
  'milestone-changed': { ...bothSides('milestone-changed'), teamMail: null },
  'milestone-done': { ...bothSides('milestone-done'), teamMail: null },
  'milestone-reopened': { ...bothSides('milestone-reopened'), teamMail: null },
  'milestone-removed': { ...bothSides('milestone-removed'), teamMail: null },
  'file-added': { ...bothSides('file-added'), teamMail: null },
  'file-changed': { ...deskOnly('file-changed'), teamMail: null },
  'file-measuring': { ...liveOnly('file-measuring'), teamMail: null },
  'file-measured': { ...liveOnly('file-measured'), teamMail: null },
  'light-made': { ...liveOnly('light-made'), teamMail: null },
  'versions-comparing': { ...liveOnly('versions-comparing'), teamMail: null },
  'versions-compared': { ...liveOnly('versions-compared'), teamMail: null },
  'file-removed': { ...bothSides('file-removed'), teamMail: null },
  'file-renamed': { ...bothSides('file-renamed'), teamMail: null },
  'file-described': { ...deskOnly('file-described'), teamMail: null },
  'files-ordered': { ...deskOnly('files-ordered'), teamMail: null },
  'file-moved-away': { ...bothSides('file-moved-away'), teamMail: null },
  'file-moved-here': { ...bothSides('file-moved-here'), teamMail: null },
  'format-set': { ...bothSides('format-set'), teamMail: null },
  'format-split': { ...deskOnly('format-split'), teamMail: null },
  'file-restored': { ...bothSides('file-restored'), teamMail: null },
  'file-deleted': { ...deskOnly('file-deleted'), teamMail: null },
  'file-superseded': { ...bothSides('file-superseded'), teamMail: null },
  'file-approved': {
    ...bothSides('file-approved'),
    teamMail: toDeskAtOnce('file-approved', 'files-approved'),
  },
  'changes-requested': {
    ...bothSides('changes-requested'),
    teamMail: { ...toDeskAtOnce('changes-requested', 'changes-requested-several'), quotes: 'request' },
  },
  'file-sent': {
    ...bothSides('file-sent'),
    teamMail: toDesk(
      'files-sent',
      'batch',
      deskLinks.sent,
      team.lines['file-sent'],
      team.lines['files-sent'],
    ),
  },
  'sent-file-fetched': { ...liveOnly('sent-file-fetched'), teamMail: null },
  'sent-file-removed': { ...bothSides('sent-file-removed'), teamMail: null },
  'sent-file-withdrawn': { ...bothSides('sent-file-withdrawn'), teamMail: null },
  'upload-requested': { ...bothSides('upload-requested'), teamMail: null },
  'upload-request-reminded': { ...bothSides('upload-request-reminded'), teamMail: null },
  'upload-request-done': {
    ...bothSides('upload-request-done'),
    teamMail: toDesk('files-sent', 'batch', deskLinks.sent, team.lines['upload-request-done']),
  },
  'upload-request-changed': { ...bothSides('upload-request-changed'), teamMail: null },
  'upload-request-cancelled': { ...bothSides('upload-request-cancelled'), teamMail: null },
  'sent-limit-changed': { ...deskOnly('sent-limit-changed'), teamMail: null },
  'version-set': { ...bothSides('version-set'), teamMail: null },
  'version-split': { ...bothSides('version-split'), teamMail: null },
  'version-changed': { ...deskOnly('version-changed'), teamMail: null },
  'comment-added': {
    ...bothSides('comment-added'),
    teamMail: {
      ...toDesk(
        'messages',
        'conversation',
        deskLinks.comment,
        team.lines['comment-added'],
        team.lines['comments-added'],
      ),
      quotes: 'comment',
    },
  },
  'comment-replied': {
    ...bothSides('comment-replied'),
    teamMail: {
      ...toDesk(
        'messages',
        'conversation',
        deskLinks.comment,
        team.lines['comment-replied'],
        team.lines['comments-replied'],
      ),
      quotes: 'comment',
    },
  },
  'comment-edited': { ...deskOnly('comment-edited'), teamMail: null },
  'guest-commented': {
    ...bothSides('guest-commented'),
    teamMail: {
      ...toDesk(
        'guests',
        'hour',
        deskLinks.comment,
        team.lines['guest-commented'],
        team.lines['guests-commented'],
      ),
      quotes: 'comment',
    },
  },
  'receipt-published': { ...bothSides('receipt-published'), teamMail: null },
  'receipt-withdrawn': { ...bothSides('receipt-withdrawn'), teamMail: null },
  'receipts-published': { ...bothSides('receipts-published'), teamMail: null },
  'receipts-withdrawn': { ...bothSides('receipts-withdrawn'), teamMail: null },
  'link-made': { ...bothSides('link-made'), teamMail: null },
  'link-changed': { ...bothSides('link-changed'), teamMail: null },
  'link-sent': { ...bothSides('link-sent'), teamMail: null },
  'link-revoked': { ...bothSides('link-revoked'), teamMail: null },
  'comment-done': { ...bothSides('comment-done'), teamMail: null },
  'comment-reopened': { ...bothSides('comment-reopened'), teamMail: null },
  'message-sent': {
    ...deskOnly('message-sent'),
    teamMail: {
      ...toDesk(
        'messages',
        'conversation',
        deskLinks.messages,
        team.lines['message-sent'],
        team.lines['messages-sent'],
      ),
      quotes: 'message',
    },
  },
  'invoice-issued': { ...bothSides('invoice-issued'), teamMail: null },
  'invoice-overdue': { ...bothSides('invoice-overdue'), teamMail: null },
  'invoice-reported': {
    ...bothSides('invoice-reported'),
    teamMail: toDeskAtOnce('invoice-reported', 'invoices-reported'),
  },
  'invoice-withdrawn': {
    ...bothSides('invoice-withdrawn'),
    teamMail: toDeskAtOnce('invoice-withdrawn', 'invoices-withdrawn'),
  },
  'payment-missing': { ...bothSides('payment-missing'), teamMail: null },
  'invoice-paid': { ...bothSides('invoice-paid'), teamMail: null },
  'invoice-reopened': { ...bothSides('invoice-reopened'), teamMail: null },
  'invoice-confirmed': { ...bothSides('invoice-confirmed'), teamMail: null },
  'invoice-voided': { ...bothSides('invoice-voided'), teamMail: null },
  'payment-recorded': { ...bothSides('payment-recorded'), teamMail: null },
  'payment-refunded': { ...bothSides('payment-refunded'), teamMail: null },
  'payment-written-off': { ...bothSides('payment-written-off'), teamMail: null },
  'invoice-credited': { ...bothSides('invoice-credited'), teamMail: null },
  'call-booked': { ...deskOnly('call-booked'), teamMail: null },
  'call-moved': { ...deskOnly('call-moved'), teamMail: null },
  'call-cancelled': { ...deskOnly('call-cancelled'), teamMail: null },
  'call-restored': { ...deskOnly('call-restored'), teamMail: null },
  'call-happened': { ...deskOnly('call-happened'), teamMail: null },
  'call-missed': { ...deskOnly('call-missed'), teamMail: null },
  'call-offered': { ...deskOnly('call-offered'), teamMail: null },
  'client-changed': { ...clientOnly('client-changed'), teamMail: null },
  'clients-merged': { ...clientOnly('clients-merged'), teamMail: null },
  'person-changed': { ...clientOnly('person-changed'), teamMail: null },
  'people-imported': { ...clientOnly('people-imported'), teamMail: null },
  'notifications-cleared': { ...clientOnly('notifications-cleared'), teamMail: null },
  'person-invited': { ...clientOnly('person-invited'), teamMail: null },
  'rights-changed': { ...clientOnly('rights-changed'), teamMail: null },
  'person-removed': { ...clientOnly('person-removed'), teamMail: null },
  'person-disabled': { ...clientOnly('person-disabled'), teamMail: null },
  'person-enabled': { ...clientOnly('person-enabled'), teamMail: null },
} as const satisfies Readonly<Record<string, ChangeFacts>>;

export type ChangeKind = keyof typeof changeKinds;

/** Returns an email to a team member about what a visitor did. */
const aboutVisitor = (
  topic: 'leads' | 'calls',
  path: EmailLink['path'],
  line: keyof typeof member.lines = 'lead-received',
): EmailText => ({
  time: 'at-once',
  topic,
  subject: member.subjects[topic],
  severalSubject: null,
  one: member.lines[line],
  several: null,
  link: { label: member.open[topic], path },
});

/** Emails to a single team member; about all other changes they are as to the team's inbox. */
export const memberKinds = {
  'member-mentioned': {
    time: 'conversation',
    topic: 'mentions',
    subject: member.subjects.mentions,
    severalSubject: null,
    one: member.lines['member-mentioned'],
    several: member.lines['members-mentioned'],
    link: deskLinks.comment,
    quotes: 'comment',
  },
  'lead-received': aboutVisitor('leads', ({ details }) => `/desk/leads/${details?.['leadId'] ?? ''}`),
  'visitor-booked': aboutVisitor('calls', ({ subjectId }) => `/desk/calls/${subjectId}`, 'visitor-booked'),
  'visitor-moved': aboutVisitor('calls', ({ subjectId }) => `/desk/calls/${subjectId}`, 'visitor-moved'),
  'visitor-cancelled': aboutVisitor(
    'calls',
    ({ subjectId }) => `/desk/calls/${subjectId}`,
    'visitor-cancelled',
  ),
} as const satisfies Readonly<Record<string, EmailText>>;
