import { z } from 'zod';
import { text } from './text.schema.ts';

const key = z.string().regex(/^[a-z0-9-]+$/, 'must be lower case letters, digits and hyphens');
const moment = z.iso.datetime('must be a time such as 2026-11-19T14:32:00Z');
const day = z.iso.date('must be a day such as 2026-11-19');
const number = z.int().positive();
/** An email address at a reserved domain. */
const email = z.string().regex(/^[a-z0-9.-]+@[a-z0-9.-]+\.example$/, 'must end in .example');
/** Minutes before the first start. */
const minutes = z.int().positive();
/** A position in a recording, such as 0:13.4. */
const position = z.string().regex(/^\d+:\d\d\.\d$/, 'must be a position such as 0:13.4');

const person = z.strictObject({ key, name: text, email, since: moment });

const file = z.strictObject({
  key,
  name: text,
  /** A file of scripts/generate/sample/files. */
  bytes: key,
  by: key,
  uploaded: moment,
  /** The file with the first version of the recording that this is a later version of. */
  versionOf: key.optional(),
  version: number.optional(),
  stage: z.enum(['rough', 'mix', 'master']).optional(),
  pinned: z.boolean().default(false),
  approval: z.union([z.enum(['waiting', 'not-needed']), z.strictObject({ at: moment })]),
  comments: z
    .array(
      z.strictObject({
        at: position,
        /** The end of the range. */
        until: position.optional(),
        /** An "@" and a first or full name is a mention. */
        text,
        by: key,
        made: moment,
        replies: z.array(z.strictObject({ text, by: key, made: moment })).default([]),
        done: z.strictObject({ by: key, at: moment }).optional(),
      }),
    )
    .default([]),
});

const project = z.strictObject({
  number,
  client: key,
  /** The team member who leads it. */
  by: key,
  name: text,
  description: text,
  status: z.enum(['backlog', 'in-progress', 'review', 'delivered']),
  progress: z.int().min(0).max(100),
  created: moment,
  due: day,
  /** Agreed revision rounds per recording. */
  rounds: number.optional(),
  /** A key of content/delivery.yaml. */
  specification: key.optional(),
  /** The naming scheme of its files. */
  naming: text.optional(),
  /** The time of its move to the last column. */
  delivered: moment.optional(),
  milestones: z
    .array(z.strictObject({ title: text, description: text, completed: moment.optional(), due: day }))
    .default([]),
  files: z.array(file).default([]),
  /** The client's uploads to the studio. */
  sent: z
    .array(
      z.strictObject({
        key,
        name: text,
        /** The same as for a file. */
        bytes: key,
        by: key,
        at: moment,
        /** The time of a download by the team. */
        fetched: z.strictObject({ by: key, at: moment }).optional(),
      }),
    )
    .default([]),
  messages: z.array(z.strictObject({ by: key, at: moment, text })).default([]),
  invoices: z
    .array(
      z.strictObject({
        number,
        for: text,
        cents: number,
        issued: day,
        due: day,
        paid: z.strictObject({ at: moment, confirmed: moment }).optional(),
      }),
    )
    .default([]),
});

const notification = z.strictObject({
  client: key,
  kind: z.enum(['file-waiting', 'comment-received', 'reply-received', 'invoice-overdue']),
  project: number,
  about: z.union([
    z.strictObject({ file: key }),
    z.strictObject({ invoice: number }),
    z.strictObject({ file: key, comment: position, author: text }),
  ]),
  at: moment,
});

/** A listening link to a project, or to the newest version of a recording, with its listeners. */
const link = z.strictObject({
  key,
  project: number,
  /** The first version of the recording. */
  file: key.optional(),
  name: text,
  by: key,
  made: moment,
  ends: moment,
  mayDownload: z.boolean().default(false),
  guests: z
    .array(
      z.strictObject({
        name: text.optional(),
        /** The browser's user agent. */
        browser: text,
        visits: number,
        first: moment,
        last: moment,
        heard: z.array(key),
      }),
    )
    .default([]),
});

const lead = z.strictObject({
  key,
  name: text,
  email,
  status: z.enum(['lead', 'booked', 'proposal', 'converted', 'closed']),
  form: z.enum(['discovery-call', 'brief', 'contact', 'lead-capture', 'message']),
  /** Fields besides name and email. */
  fields: z.record(z.string(), z.string()),
  sent: minutes,
  opened: minutes.optional(),
  notes: z.array(z.strictObject({ by: key, ago: minutes, text })).default([]),
  answer: z.strictObject({ by: key, ago: minutes, text }).optional(),
});

/**
 * A visitor's conversation with the team. A line without a team member is the visitor's; a line without a text is an
 * event.
 */
const chat = z.strictObject({
  key,
  /** Of the lead that it belongs to. */
  lead: key.optional(),
  state: z.enum(['waiting', 'live', 'mailed']),
  begun: minutes,
  /** The page that the visitor has open. */
  page: z.string().startsWith('/').optional(),
  /** What they asked the assistant before. */
  asked: z.array(text).optional(),
  lines: z.array(
    z.strictObject({
      by: key.optional(),
      ago: minutes,
      text: text.optional(),
      happened: z.enum(['taken', 'handed-back', 'ended', 'mailed']).optional(),
    }),
  ),
});

/** A team member's availability for calls: weekdays from 1 for Monday, with hours in minutes since midnight. */
const host = z.strictObject({
  key,
  dailyMost: number,
  weekdays: z.array(z.int().min(1).max(7)).min(1),
  hours: z.array(z.tuple([z.int().min(0), z.int().max(1440)])).min(1),
});

/** A client's call, on the nth day, counted from 1, on which its host has a free time. */
const meeting = z.strictObject({ host: key, client: key, project: number, workday: number });

/** The data of a first start without PUBLIC_URL. Everyone in it is invented. */
/** Who the studio is on invoices. */
const money = z.strictObject({
  details: z.strictObject({
    legalName: text,
    street: text,
    postalCode: text,
    city: text,
    country: text,
    vatId: text,
    taxNumber: text,
    notes: text,
  }),
  accounts: z.array(z.strictObject({ holder: text, iban: text, bic: text, bank: text })),
  rates: z.array(
    z.strictObject({
      name: text,
      basisPoints: z.int().min(0).max(10_000),
      category: z.enum(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']),
      sentence: z.string(),
    }),
  ),
});

export const sampleSchema = z.strictObject({
  team: z.array(person).min(1),
  money,
  hosts: z.array(host),
  meetingKind: z.strictObject({ name: text, lengthMin: number }),
  meetings: z.array(meeting),
  clients: z.array(person.extend({ lead: key.optional() })).min(1),
  colleagues: z.array(person.extend({ of: key, may: z.enum(['approve', 'listen']) })),
  projects: z.array(project),
  notifications: z.array(notification),
  listening: z.array(link).min(1),
  leads: z.array(lead),
  chats: z.array(chat),
});
