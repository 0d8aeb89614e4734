import { z } from 'zod';
import { text } from './text.schema.ts';

export const question = z.strictObject({ question: text, answer: text });

/** Questions people ask before the first call. */
export const faqSchema = z.strictObject({
  items: z.array(question).min(1),
});
