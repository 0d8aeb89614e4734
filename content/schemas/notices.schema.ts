import { z } from 'zod';
import { template, text } from './text.schema.ts';

/** What an open page says when something happens, and the mails about it. */
export const noticesSchema = z.strictObject({
  live: z.strictObject({
    something: text,
    'project-created': text,
    'project-changed': text,
    'project-moved': text,
    'milestone-added': text,
    'milestone-changed': text,
    'milestone-done': text,
    'milestone-reopened': text,
    'milestone-removed': text,
    'file-added': text,
    'file-removed': text,
    'file-approved': text,
    'comment-added': text,
    'comment-done': text,
    'message-sent': text,
    'invoice-issued': text,
    'invoice-overdue': text,
    'invoice-paid': text,
    'invoice-confirmed': text,
    'invoice-voided': text,
    'notifications-cleared': text,
  }),
  /** The hour of the studio's day for what is told once a day. */
  daily: z.strictObject({ hour: z.int().min(0).max(23) }),
  client: z.strictObject({
    subjects: z.strictObject({
      'file-waiting': text,
      'invoice-issued': text,
      'invoice-overdue': text,
      messages: text,
      daily: text,
    }),
    greeting: template('name'),
    lines: z.strictObject({
      'file-waiting': template('file'),
      'message-received': template('author'),
      'messages-received': template('author', 'count'),
      'comment-received': template('author', 'file'),
      'comments-received': template('author', 'count', 'file'),
      'invoice-issued': template('invoice'),
      'invoice-overdue': template('invoice'),
    }),
    open: z.strictObject({ file: text, project: text, messages: text, invoices: text }),
    signature: template('name'),
    reason: text,
  }),
  team: z.strictObject({
    subjects: z.strictObject({
      'file-approved': template('client'),
      'invoice-paid': template('client'),
      messages: template('client'),
    }),
    lines: z.strictObject({
      'message-sent': template('author'),
      'messages-sent': template('author', 'count'),
      'comment-added': template('author', 'file'),
      'comments-added': template('author', 'count', 'file'),
      'file-approved': template('author', 'file'),
      'invoice-paid': template('author', 'invoice'),
    }),
    open: text,
  }),
  unnamed: text,
  nameless: text,
});
