import { z } from 'zod';
import { noteSlug, text } from './text.schema.ts';

const release = z.strictObject({
  number: text,
  title: text,
  artist: text,
  format: text,
  /** Month and year, as printed. */
  date: text,
  note: noteSlug,
  colour: z.enum(['plate', 'signal', 'paper']),
  sample: z.boolean(),
});

/** The label's catalogue, newest first. */
export const releasesSchema = z.strictObject({ notice: text, items: z.array(release).min(1) });
