import { z } from 'zod';
import { template, text } from './text.schema.ts';

const player = z.strictObject({
  title: text,
  play: text,
  pause: text,
  position: text,
  progress: template('now', 'length'),
  audio: template('file'),
  version: text,
  versionMark: text,
  approve: text,
  failed: text,
  pin: template('number', 'time'),
  comments: text,
  seek: template('time'),
  team: template('name', 'studio'),
  markDone: text,
  /** For screen readers, behind `markDone`. */
  markDoneOf: template('number'),
  done: text,
  doneBy: template('name'),
  reply: text,
  none: text,
  form: z.strictObject({
    label: text,
    labelAt: template('time'),
    at: text,
    atHint: text,
    add: text,
    adding: text,
    blank: text,
    tooLong: text,
    characters: text,
    time: text,
    timeWithin: template('length'),
    notAudio: text,
    conflict: text,
    unreachable: text,
  }),
});

const files = z.strictObject({
  title: text,
  table: text,
  columns: z.strictObject({ name: text, type: text, size: text, uploaded: text, approval: text }),
  kinds: z.strictObject({
    audio: text,
    document: text,
    data: text,
    image: text,
    video: text,
    other: text,
  }),
  listen: text,
  /** For screen readers, behind `listen`. */
  listenTo: template('file'),
  download: text,
  nameless: text,
  notNeeded: text,
  approve: text,
  approveFile: template('file'),
  approved: text,
  approvedBy: template('name', 'when'),
  approvedYou: template('when'),
  hash: template('hash'),
  empty: text,
});

const approval = z.strictObject({
  title: text,
  text,
  file: text,
  size: text,
  hash: text,
  approve: text,
  cancel: text,
  otherBytes: text,
  notNeeded: text,
});

const activity = z.strictObject({
  title: text,
  you: text,
  unnamed: z.strictObject({ file: text, milestone: text, invoice: text, at: text, to: text }),
  to: z.strictObject({ backlog: text, 'in-progress': text, review: text, delivered: text }),
  lines: z.strictObject({
    'project-created': template('actor'),
    'project-changed': template('actor'),
    'project-moved': template('actor', 'to'),
    'milestone-added': template('actor', 'milestone'),
    'milestone-changed': template('actor', 'milestone'),
    'milestone-done': template('actor', 'milestone'),
    'milestone-reopened': template('actor', 'milestone'),
    'milestone-removed': template('actor', 'milestone'),
    'file-added': template('actor', 'file'),
    'file-removed': template('actor', 'file'),
    'file-approved': template('actor', 'file'),
    'comment-added': template('actor', 'file', 'at'),
    'comment-done': template('actor', 'at'),
    'invoice-issued': template('actor', 'invoice'),
    'invoice-overdue': template('invoice'),
    'invoice-paid': template('actor', 'invoice'),
    'invoice-confirmed': template('actor', 'invoice'),
    'invoice-voided': template('actor', 'invoice'),
  }),
});

/** A project's page in the portal. */
export const projectSchema = z.strictObject({
  where: text,
  projects: text,
  done: template('percent'),
  player,
  files,
  approval,
  sizes: z.strictObject({
    /** One byte, and several. */
    bytes: z.tuple([template('count'), template('count')]),
    /** Each a thousand times the one before. */
    units: z.tuple([text, text, text]),
  }),
  milestones: z.strictObject({ title: text, done: text, due: template('day'), empty: text }),
  about: z.strictObject({ title: text, empty: text }),
  messages: z.strictObject({ title: text, thread: text, you: text }),
  activity,
});
