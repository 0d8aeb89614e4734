import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import { byJob, forDesk, ofClient, wordsOf } from './kind-words.ts';
import {
  type ChangeFacts,
  type MailTime,
  type NotificationFacts,
  commentPage,
  filePage,
  invoicePage,
  projectPage,
  threadPage,
} from './notice-facts.ts';
import { deskLinks, toDesk, toDeskAtOnce } from './team-mails.ts';

const { client, team } = notices;

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
  'file-measuring': { ...byJob('file-measuring'), teamMail: null },
  'file-measured': { ...byJob('file-measured'), teamMail: null },
  'light-made': { ...byJob('light-made'), teamMail: null },
  'versions-comparing': { ...byJob('versions-comparing'), teamMail: null },
  'versions-compared': { ...byJob('versions-compared'), teamMail: null },
  'file-removed': { ...wordsOf('file-removed'), teamMail: null },
  'file-superseded': { ...wordsOf('file-superseded'), teamMail: null },
  'file-approved': {
    ...wordsOf('file-approved'),
    teamMail: toDeskAtOnce('file-approved', 'files-approved'),
  },
  'file-sent': {
    ...wordsOf('file-sent'),
    teamMail: toDesk(
      'files-sent',
      'batch',
      deskLinks.sent,
      team.lines['file-sent'],
      team.lines['files-sent'],
    ),
  },
  'sent-file-fetched': { ...byJob('sent-file-fetched'), teamMail: null },
  'sent-file-removed': { ...wordsOf('sent-file-removed'), teamMail: null },
  'sent-file-withdrawn': { ...wordsOf('sent-file-withdrawn'), teamMail: null },
  'sent-limit-changed': { ...forDesk('sent-limit-changed'), teamMail: null },
  'version-set': { ...wordsOf('version-set'), teamMail: null },
  'version-split': { ...wordsOf('version-split'), teamMail: null },
  'version-changed': { ...forDesk('version-changed'), teamMail: null },
  'comment-added': {
    ...wordsOf('comment-added'),
    teamMail: toDesk(
      'messages',
      'conversation',
      deskLinks.comment,
      team.lines['comment-added'],
      team.lines['comments-added'],
    ),
  },
  'comment-replied': {
    ...wordsOf('comment-replied'),
    teamMail: toDesk(
      'messages',
      'conversation',
      deskLinks.comment,
      team.lines['comment-replied'],
      team.lines['comments-replied'],
    ),
  },
  'comment-edited': { ...forDesk('comment-edited'), teamMail: null },
  'guest-commented': {
    ...wordsOf('guest-commented'),
    teamMail: toDesk(
      'guests',
      'hour',
      deskLinks.comment,
      team.lines['guest-commented'],
      team.lines['guests-commented'],
    ),
  },
  'link-made': { ...wordsOf('link-made'), teamMail: null },
  'link-revoked': { ...wordsOf('link-revoked'), teamMail: null },
  'comment-done': { ...wordsOf('comment-done'), teamMail: null },
  'comment-reopened': { ...wordsOf('comment-reopened'), teamMail: null },
  'message-sent': {
    ...forDesk('message-sent'),
    teamMail: toDesk(
      'messages',
      'conversation',
      deskLinks.messages,
      team.lines['message-sent'],
      team.lines['messages-sent'],
    ),
  },
  'invoice-issued': { ...wordsOf('invoice-issued'), teamMail: null },
  'invoice-overdue': { ...wordsOf('invoice-overdue'), teamMail: null },
  'invoice-reported': {
    ...wordsOf('invoice-reported'),
    teamMail: toDeskAtOnce('invoice-reported', 'invoices-reported'),
  },
  'invoice-withdrawn': {
    ...wordsOf('invoice-withdrawn'),
    teamMail: toDeskAtOnce('invoice-withdrawn', 'invoices-withdrawn'),
  },
  'payment-missing': { ...wordsOf('payment-missing'), teamMail: null },
  'invoice-paid': { ...wordsOf('invoice-paid'), teamMail: null },
  'invoice-reopened': { ...wordsOf('invoice-reopened'), teamMail: null },
  'invoice-confirmed': { ...wordsOf('invoice-confirmed'), teamMail: null },
  'invoice-voided': { ...wordsOf('invoice-voided'), teamMail: null },
  'call-booked': { ...forDesk('call-booked'), teamMail: null },
  'call-moved': { ...forDesk('call-moved'), teamMail: null },
  'call-cancelled': { ...forDesk('call-cancelled'), teamMail: null },
  'call-restored': { ...forDesk('call-restored'), teamMail: null },
  'call-happened': { ...forDesk('call-happened'), teamMail: null },
  'call-missed': { ...forDesk('call-missed'), teamMail: null },
  'call-offered': { ...forDesk('call-offered'), teamMail: null },
  'client-changed': { ...ofClient('client-changed'), teamMail: null },
  'clients-merged': { ...ofClient('clients-merged'), teamMail: null },
  'person-changed': { ...ofClient('person-changed'), teamMail: null },
  'people-imported': { ...ofClient('people-imported'), teamMail: null },
  'notifications-cleared': { ...ofClient('notifications-cleared'), teamMail: null },
  'person-invited': { ...ofClient('person-invited'), teamMail: null },
  'rights-changed': { ...ofClient('rights-changed'), teamMail: null },
  'person-removed': { ...ofClient('person-removed'), teamMail: null },
  'person-disabled': { ...ofClient('person-disabled'), teamMail: null },
  'person-enabled': { ...ofClient('person-enabled'), teamMail: null },
} as const satisfies Readonly<Record<string, ChangeFacts>>;

export type ChangeKind = keyof typeof changeKinds;

const { notifications: panel } = portal;
const { lines, open, subjects } = client;

/** The facts of a notification about comments on a recording. */
const onComments = <
  One extends 'comment-received' | 'reply-received' | 'mention-received' | 'guest-commented',
>(
  kind: One,
  several: keyof typeof lines,
  { time, topic }: { time: MailTime; topic: 'messages' | 'guests' } = {
    time: 'conversation',
    topic: 'messages',
  },
) => ({
  sentence: panel[kind],
  about: 'project' as const,
  path: projectPage('/portal'),
  settledBy: 'looking' as const,
  mail: {
    time,
    topic,
    subject: subjects[topic],
    severalSubject: null,
    one: lines[kind],
    several: lines[several],
    link: { label: open.comment, path: commentPage('/portal') },
  },
});

/** A notification of an invoice that is to be paid. */
const toPay = <One extends 'invoice-issued' | 'invoice-overdue' | 'payment-missing'>(
  kind: One,
  several: keyof typeof subjects,
) => ({
  sentence: panel[kind],
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
    link: { label: open.invoice, path: invoicePage },
  },
});

/** Everything that a client is notified of. */
export const notificationKinds = {
  'file-waiting': {
    sentence: panel['file-waiting'],
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
      link: { label: open.file, path: filePage },
    },
    toListeners: {
      sentence: panel['file-to-hear'],
      mail: {
        subject: subjects['file-to-hear'],
        severalSubject: subjects['files-to-hear'],
        one: lines['file-to-hear'],
      },
    },
  },
  'message-received': {
    sentence: panel['message-received'],
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
  'guest-commented': onComments('guest-commented', 'guests-commented', { time: 'hour', topic: 'guests' }),
  'milestone-done': {
    sentence: panel['milestone-done'],
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
