import { z } from 'zod';
import { template, text, textsOf } from './text.schema.ts';

/** The email settings of the team. */
export const teamEmailsSchema = z.strictObject({
  title: text,
  back: text,
  timings: textsOf('at-once', 'daily', 'none'),
  own: z.strictObject({
    title: text,
    lead: text,
    kinds: textsOf('messages', 'comments', 'mentions', 'decisions', 'files', 'leads', 'calls', 'payments'),
    save: text,
    saved: text,
    choose: text,
  }),
  project: z.strictObject({
    title: text,
    lead: text,
    label: text,
    none: text,
    option: template('name', 'client'),
    timing: text,
    save: text,
    saved: text,
    remove: text,
    removeNamed: template('name'),
    removed: text,
    choose: text,
    gone: text,
  }),
  studio: z.strictObject({
    title: text,
    lead: text,
    legend: text,
    texts: textsOf('yes', 'no'),
    hints: textsOf('yes', 'no'),
    choose: text,
    save: text,
    saved: text,
  }),
});
