import { z } from 'zod';
import { text } from './text.schema.ts';

/** The email settings of the team. */
export const teamEmailsSchema = z.strictObject({
  title: text,
  link: text,
  back: text,
  saved: text,
  studio: z.strictObject({
    title: text,
    lead: text,
    texts: text,
    textsHint: text,
    save: text,
    saved: text,
  }),
});
