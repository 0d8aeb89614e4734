import { z } from 'zod';
import { noteSlug, text } from './text.schema.ts';

/** The head of an article, `content/articles/<slug>.mdx`. The slug is the address: /blog/<slug>. */
export const articleSchema = z.strictObject({
  title: text,
  excerpt: text,
  author: text,
  /** True for an invented author; the page then says so. */
  sampleAuthor: z.boolean(),
  /** Day of publication: YYYY-MM-DD. */
  date: z.coerce.date('must be a date such as 2026-11-12'),
  category: text,
  /** The cover: the figure of a note, or the spectrogram. */
  image: z.union([noteSlug, z.literal('spectrogram')], 'must be a note such as c4, or spectrogram'),
  /** Surface of the cover. */
  colour: z.enum(['plate', 'signal', 'paper']),
});
