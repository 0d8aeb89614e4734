import { z } from 'zod';
import { noteSlug, text } from './text.schema.ts';

const seconds = z.number().positive().max(60);
const db = z.number().min(-60).max(12);

/** Note, second, loudness. */
const stroke = z.tuple([noteSlug, z.number().min(0).max(60), z.number().positive().max(1)]);

/** What is inside the sample studio's files. */
export const sampleFilesSchema = z
  .strictObject({
    parts: z.record(text, z.array(stroke).min(1)),
    sounds: z.record(
      text,
      z.strictObject({
        seconds,
        peakDb: db.max(0),
        /** Level of each part, in decibels. */
        parts: z.record(text, db),
        hum: z
          .strictObject({ hz: z.number().positive(), from: z.number().min(0), to: seconds, db })
          .optional(),
        /** A single wrong sample, in the second and as loud as said. */
        click: z.strictObject({ at: seconds, db }).optional(),
      }),
    ),
    cueList: z.strictObject({
      title: text,
      note: text,
      columns: z.strictObject({ cue: text, at: text, title: text }),
      cues: z.array(z.strictObject({ at: z.string().regex(/^\d\d:\d\d:\d\d$/), title: text })).min(1),
    }),
    loudness: z.strictObject({ of: text, columns: z.tuple([text, text, text]) }),
  })
  .refine(
    ({ parts, sounds }) =>
      Object.values(sounds).every((sound) => Object.keys(sound.parts).every((name) => name in parts)),
    'sounds must be made of parts that are there',
  )
  .refine(({ sounds, loudness }) => loudness.of in sounds, 'loudness must be of a sound that is there');
