import { z } from 'zod';
import { template, text } from './text.schema.ts';

const removed = z.strictObject({
  title: text,
  summary: z.tuple([template('size'), template('count', 'size')]),
  text: template('days'),
  name: text,
  size: text,
  removed: text,
  by: template('day', 'name'),
  deleted: text,
  version: template('version'),
  actions: text,
  restore: text,
  restoreName: template('file'),
  restoreAll: text,
  delete: text,
  deleteName: template('file'),
  deleteText: text,
  deleteSure: text,
  deleteSureName: template('file'),
  deleteAll: text,
  deleteAllText: text,
  deleteAllSure: text,
  more: template('count'),
  gone: text,
});

const delivered = z.strictObject({
  ask: z.strictObject({
    title: text,
    waiting: z.tuple([template('files'), template('files')]),
    others: template('count'),
    email: template('people'),
    finals: z.tuple([template('files'), template('count', 'files')]),
    noFinals: text,
    emailed: template('day'),
    nobody: text,
    deliver: text,
    quietly: text,
    again: text,
    yes: text,
  }),
  finals: z.tuple([template('files'), template('count', 'files')]),
  title: text,
  on: template('day'),
  text,
  table: text,
  download: text,
  downloadAll: z.tuple([template('size'), template('count', 'size')]),
  report: text,
  reportPdf: text,
  approved: text,
});

/** Removed files, uploads requested from a client, and the delivery of a project. */
export const handoverSchema = z.strictObject({ removed, delivered });
