import { z } from 'zod';
import { text } from './text.schema.ts';

/** Questions people ask before the first call. */
export const faqSchema = z.strictObject({
  title: text,
  items: z.array(z.strictObject({ question: text, answer: text })).min(1),
});
