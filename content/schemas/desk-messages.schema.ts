import { z } from 'zod';
import { template, text } from './text.schema.ts';

/** The desk's page of all conversations with clients. */
export const deskMessagesSchema = z.strictObject({
  title: text,
  none: text,
  choose: text,
  empty: text,
  placeholder: text,
  waiting: text,
  settle: text,
  by: template('author', 'text'),
  newer: text,
  more: text,
  open: text,
  write: text,
});
