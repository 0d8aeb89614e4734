import { z } from 'zod';
import { soundName } from './pieces.schema.ts';
import { noteSlug, template, text, texts, waveLines } from './text.schema.ts';

const track = z.strictObject({
  title: text,
  length: z.string().regex(/^\d{1,2}:[0-5]\d$/, 'must be minutes and seconds, such as 4:05'),
  /** What can be heard of it: content/audio/<sound>, as WAV or FLAC. Absent where nothing can. */
  sound: soundName.optional(),
});

const release = z.strictObject({
  /** Its address: /records/<slug>. */
  slug: soundName,
  number: text,
  title: text,
  lines: waveLines,
  artist: text,
  format: text,
  /** Month and year, as printed. */
  date: text,
  /** The same for search engines: 2026-10. */
  published: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a year and a month, such as 2026-10'),
  note: noteSlug,
  colour: z.enum(['plate', 'signal', 'paper']),
  /** One sentence, also for search engines. */
  about: text,
  /** The liner notes, paragraph by paragraph. */
  notes: texts,
  credits: texts,
  tracks: z.array(track).min(1),
  sample: z.boolean(),
});

/** The label's catalogue, newest first. */
export const releasesSchema = z.strictObject({
  notice: text,
  words: z.strictObject({
    tracks: text,
    /** What stands before the notes and the credits on the page of a release. */
    notes: text,
    credits: text,
    excerpt: template('length'),
    /** Of the tracks that can be heard. */
    synthesised: text,
    all: text,
  }),
  items: z.array(release).min(1),
});
