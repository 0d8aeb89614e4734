import { z } from 'zod';
import { template, text } from './text.schema.ts';

const plural = z.tuple([text, template('count')]);

const dashboard = z.strictObject({
  projects: text,
  noProjects: text,
  allProjects: template('count'),
  oneProject: text,
  waiting: text,
  listen: text,
  read: text,
  pastDue: template('day'),
  dueOn: template('day'),
  open: text,
  more: template('count'),
  milestones: template('project'),
  done: text,
  none: text,
  oneThing: template('things'),
  manyThings: template('things'),
  /** One of a kind, and several of it. */
  things: z.strictObject({ mix: plural, recording: plural, file: plural, invoice: plural }),
});

const notifications = z.strictObject({
  title: text,
  clearAll: text,
  clearOne: template('notification'),
  empty: text,
  notFound: text,
  older: template('count'),
  settings: text,
  something: text,
  'file-waiting': text,
  'message-received': template('author'),
  'comment-received': template('author'),
  'comment-received-at': template('author', 'at'),
  'milestone-done': template('milestone'),
  'invoice-issued': template('invoice'),
  'invoice-overdue': template('invoice'),
});

const messages = z.strictObject({
  title: text,
  projects: text,
  empty: text,
  noneYet: text,
  noProjects: text,
  thread: template('project'),
  earlier: text,
  latest: text,
  you: text,
  people: template('names'),
  label: text,
  placeholder: text,
  send: text,
  sending: text,
  blank: text,
  tooLong: text,
  characters: text,
  conflict: text,
  notFound: text,
  unreachable: text,
  kept: text,
});

const invoices = z.strictObject({
  title: text,
  pending: text,
  overdue: text,
  paidIn: template('year'),
  due: template('day'),
  firstDue: template('day'),
  counts: z.tuple([text, text, template('count')]),
  columns: z.strictObject({ invoice: text, for: text, due: text, status: text, amount: text, action: text }),
  table: text,
  markPaid: text,
  empty: text,
  statuses: z.strictObject({ pending: text, overdue: text, paid: text, void: text }),
  reported: text,
  notPayable: text,
  notFound: text,
  earlier: text,
  latest: text,
});

const invoice = z.strictObject({
  title: template('invoice'),
  billTo: text,
  from: text,
  issued: text,
  due: text,
  project: text,
  description: text,
  amount: text,
  total: text,
  currency: text,
  status: text,
  paid: template('day', 'name'),
  confirmed: template('day'),
  void: template('reason'),
  pdf: text,
  print: text,
  all: text,
  registration: text,
});

const choices = z.strictObject({ 'at-once': text, daily: text, none: text });

/** The client portal, without the project pages. */
export const portalSchema = z.strictObject({
  navigation: text,
  tabs: z.strictObject({ dashboard: text, projects: text, messages: text, invoices: text }),
  bell: z.strictObject({ none: text, some: template('count') }),
  sample: text,
  sampleAmounts: text,
  today: text,
  /** Between the last two of a list, with its spaces. */
  and: z.string().min(1),
  numbers: z.array(text).length(13),
  statuses: z.strictObject({ backlog: text, 'in-progress': text, review: text, delivered: text }),
  project: z.strictObject({ due: template('day'), noDue: text, delivered: template('day') }),
  greetings: z.strictObject({
    morning: template('name'),
    afternoon: template('name'),
    evening: template('name'),
  }),
  dashboard,
  notifications,
  board: z.strictObject({ title: text, delivered: text, empty: text, done: text }),
  messages,
  invoices,
  invoice,
  settingsPage: z.strictObject({
    title: text,
    mails: text,
    lead: text,
    choices,
    hints: choices,
    save: text,
    saved: text,
    choose: text,
  }),
});
