import { z } from 'zod';
import { noteSlug, text } from './text.schema.ts';

/** The front matter of an article, `content/articles/<slug>.mdx`. The slug determines the URL: /blog/<slug>. */
export const articleSchema = z.strictObject({
  title: text,
  excerpt: text,
  author: text,
  /** True for an invented author, which the page then states. */
  sampleAuthor: z.boolean(),
  /** Date of publication: YYYY-MM-DD. */
  date: z.coerce.date('must be a date such as 2026-11-12'),
  category: text,
  /** The cover: a note's figure, or the spectrogram. */
  image: z.union([noteSlug, z.literal('spectrogram')], 'must be a note such as c4, or spectrogram'),
  /** Surface of the cover. */
  colour: z.enum(['plate', 'signal', 'paper']),
});
