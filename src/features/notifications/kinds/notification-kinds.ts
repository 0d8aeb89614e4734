import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import {
  commentPage,
  deliveredPage,
  filePage,
  invoicePage,
  projectPage,
  threadPage,
  uploadPage,
  type MailTime,
  type NotificationFacts,
} from './kind.ts';

const { notifications: panel } = portal;
const { lines, open, subjects } = notices.client;

/** Returns a notification about comments on a recording. */
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
    quotes: 'comment' as const,
  },
});

/** Returns a notification about an invoice, by default about an unpaid one. */
const toPay = <One extends 'invoice-issued' | 'invoice-overdue' | 'payment-missing' | 'payment-received'>(
  kind: One,
  several: keyof typeof subjects,
  settledBy: 'payment' | 'looking' = 'payment',
) => ({
  sentence: panel[kind],
  about: 'project' as const,
  path: invoicePage,
  settledBy,
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

/** Returns a notification about files that the team asked for. */
const toSend = (kind: 'files-requested' | 'files-request-due') => ({
  sentence: panel[kind],
  about: 'project' as const,
  path: uploadPage,
  settledBy: 'request' as const,
  mail: {
    time: 'at-once' as const,
    topic: kind,
    subject: subjects[kind],
    severalSubject: null,
    one: lines[kind],
    several: null,
    link: { label: open.upload, path: uploadPage },
  },
});

/** Every kind of notification. */
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
      several: lines['files-waiting'],
      link: { label: open.file, path: filePage },
    },
    toListeners: {
      sentence: panel['file-to-hear'],
      mail: {
        subject: subjects['file-to-hear'],
        severalSubject: subjects['files-to-hear'],
        one: lines['file-to-hear'],
        several: lines['files-to-hear'],
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
      quotes: 'message',
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
  'files-requested': toSend('files-requested'),
  'files-request-due': toSend('files-request-due'),
  'project-delivered': {
    sentence: panel['project-delivered'],
    about: 'project',
    path: deliveredPage,
    settledBy: 'looking',
    mail: {
      time: 'at-once',
      topic: 'project-delivered',
      subject: subjects['project-delivered'],
      severalSubject: null,
      one: lines['project-delivered'],
      several: null,
      link: { label: open.delivered, path: deliveredPage },
    },
  },
  'invoice-issued': toPay('invoice-issued', 'invoices-issued'),
  'invoice-overdue': toPay('invoice-overdue', 'invoices-overdue'),
  'payment-missing': toPay('payment-missing', 'payments-missing'),
  'payment-received': toPay('payment-received', 'payments-received', 'looking'),
} as const satisfies Readonly<Record<string, NotificationFacts>>;

export type NotificationKind = keyof typeof notificationKinds;
