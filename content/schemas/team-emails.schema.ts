import { z } from 'zod';
import { text, textsOf } from './text.schema.ts';

/** The email settings of the team. */
export const teamEmailsSchema = z.strictObject({
  title: text,
  link: text,
  back: text,
  saved: text,
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
