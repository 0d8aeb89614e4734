import { z } from 'zod';
import { template, text, texts, titled } from './text.schema.ts';

const section = z.strictObject({
  id: z.enum(['decide', 'send', 'bring', 'day']),
  title: text,
  /** Duration of this part, next to its title. */
  when: text,
  items: z.array(titled).min(1),
});

/** The session planner: one page, rendered as an email and as a PDF. */
export const plannerSchema = z.strictObject({
  title: text,
  subtitle: text,
  intro: text,
  /** Labels of the lines to write on. */
  fields: texts,
  sections: z.array(section).length(4),
  closing: template('email'),
});
