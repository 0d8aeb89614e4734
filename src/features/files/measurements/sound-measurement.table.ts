import { integer, json, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import {
  type ArtefactKind,
  unmeasuredReasons,
  type MovingPicture,
  type SoundMeasures,
} from '#src/audio/sound-measures.ts';

const states = ['waiting', 'measuring', 'measured', 'unmeasured'] as const;

/** Storage keys of the measurement's artefacts; kinds that do not exist are absent. */
export type StoredArtefacts = Readonly<Partial<Record<ArtefactKind, string>>>;

/** The measurement of the sound in a file, stored once per content. */
export const soundMeasurements = pgTable('sound_measurements', {
  /** Hexadecimal. */
  sha256: text().primaryKey(),
  state: text({ enum: states }).notNull(),
  analyser: integer().notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  /** Number of attempts. */
  attempts: integer().notNull().default(0),
  percent: integer().notNull().default(0),
  /** End of the lease; no other process starts it before. */
  leasedUntil: timestamp('leased_until', { withTimezone: true }),
  reason: text({ enum: unmeasuredReasons }),
  measures: json().$type<SoundMeasures>(),
  /** For a film without sound. */
  picture: json().$type<MovingPicture>(),
  /** The key of the FLAC for listening, in the file store; null if the original is played. */
  renditionKey: text('rendition_key'),
  /** All but the FLAC. */
  artefacts: json().$type<Omit<StoredArtefacts, 'rendition'>>().notNull().default({}),
  measuredAt: timestamp('measured_at', { withTimezone: true }),
});
