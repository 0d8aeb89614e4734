import { z } from 'zod';
import { text, waveLines } from './text.schema.ts';

/** The front matter of a plain page, `content/pages/<slug>.mdx`: privacy, terms, accessibility. */
export const pageSchema = z.strictObject({
  title: text,
  lines: waveLines,
  description: text,
  lead: text,
});
