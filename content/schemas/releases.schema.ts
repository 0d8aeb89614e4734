import { z } from 'zod';
import { soundName } from './pieces.schema.ts';
import { noteSlug, template, text, texts, waveLines } from './text.schema.ts';

const track = z.strictObject({
  title: text,
  length: z.string().regex(/^\d{1,2}:[0-5]\d$/, 'must be minutes and seconds, such as 4:05'),
  /** The audio of the track: content/audio/<sound>, as WAV or FLAC. Omitted if there is none. */
  sound: soundName.optional(),
});

const release = z.strictObject({
  /** The slug of its URL: /records/<slug>. */
  slug: soundName,
  number: text,
  title: text,
  lines: waveLines,
  artist: text,
  format: text,
  /** Month and year, as displayed. */
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
    /** Headings of the notes and the credits on a release's page. */
    notes: text,
    credits: text,
    excerpt: template('length'),
    /** Texts for tracks with audio. */
    synthesised: text,
    all: text,
  }),
  items: z.array(release).min(1),
});
