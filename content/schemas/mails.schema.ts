import { z } from 'zod';
import { template, text, texts } from './text.schema.ts';

const confirmation = z.strictObject({ subject: text, texts });

/** Automatic emails: confirmations to senders, notifications to the team, and the page of emails that were not sent. */
export const mailsSchema = z.strictObject({
  confirmations: z.strictObject({
    brief: confirmation,
    contact: confirmation,
    'discovery-call': confirmation,
    'lead-capture': confirmation,
    message: confirmation,
  }),
  greeting: text,
  signature: template('name'),
  reason: text,
  team: z.strictObject({
    subject: template('subject', 'name'),
    unnamed: text,
    intro: text,
    field: text,
    value: text,
    empty: text,
    received: text,
    form: text,
    desk: text,
    known: template('number'),
    client: template('client'),
  }),
  summary: z.strictObject({
    subject: z.tuple([text, template('count')]),
    text,
    forms: z.tuple([text, template('count')]),
    projects: z.tuple([text, template('count')]),
    openLeads: text,
    openProjects: text,
  }),
  mailbox: z.strictObject({
    title: text,
    about: text,
    none: text,
    head: z.strictObject({ from: text, to: text, replyTo: text, sent: text, messageId: text }),
    html: text,
  }),
});
