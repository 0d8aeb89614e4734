import { z } from 'zod';
import { sitePath, template, text, texts } from './text.schema.ts';

/** The name of a sound: of its files in content/audio, or of the sample studio's in scripts/generate/sample/sounds. */
export const soundName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens');

const piece = z.strictObject({
  sound: soundName,
  page: z.enum(['production', 'post', 'brand-sync']),
  /** Whether it also appears on the home page, below the labs. */
  onHome: z.boolean(),
  title: text,
  job: text,
  done: text,
  /** Description for people who cannot hear it. */
  heard: text,
  credits: texts,
  sample: z.boolean(),
});

/** Audible work, before and after. */
export const piecesSchema = z.strictObject({
  title: text,
  lead: text,
  notice: text,
  home: z.strictObject({
    more: text,
    links: z.array(z.strictObject({ label: text, href: sitePath })),
  }),
  words: z.strictObject({
    versions: z.strictObject({ before: text, after: text }),
    play: template('title'),
    stop: template('title'),
    choose: template('title'),
    position: template('title'),
    progress: template('now', 'length'),
    loading: text,
    failed: text,
    matched: text,
    louder: template('difference'),
    quieter: template('difference'),
    same: text,
    about: text,
    heard: text,
    credits: text,
    native: template('title', 'version'),
  }),
  items: z.array(piece).min(1),
});
