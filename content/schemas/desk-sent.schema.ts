import { z } from 'zod';
import { template, text } from './text.schema.ts';

/** The desk's texts about uploads from clients. */
export const deskSentSchema = z.strictObject({
  title: text,
  empty: text,
  actions: text,
  new: text,
  fetched: template('day'),
  fetchedBy: template('name'),
  taken: text,
  open: text,
  openName: template('file'),
  take: text,
  takeName: template('file'),
  isTaken: text,
  noSound: text,
  remove: text,
  removeName: template('file'),
  removeText: text,
  removeSure: text,
  removeSureName: template('file'),
  notFetched: text,
  gone: text,
  space: template('used', 'limit'),
  limit: text,
  gb: text,
  gbHint: template('usual'),
  save: text,
  gbWrong: text,
});
