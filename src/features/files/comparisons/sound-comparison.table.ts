import { integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import {
  uncomparedReasons,
  type ChangeDetail,
  type SoundComparison,
} from '#src/audio/alignment/sound-comparison.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';

const states = ['waiting', 'comparing', 'compared', 'uncompared'] as const;

const sha256Of = (column: string) =>
  text(column)
    .notNull()
    .references(() => soundMeasurements.sha256, { onDelete: 'cascade' });

/** The differences between two recordings, stored once per pair of contents; deleted with the measurement of either. */
export const soundComparisons = pgTable(
  'sound_comparisons',
  {
    /** Hexadecimal. */
    olderSha256: sha256Of('older_sha256'),
    newerSha256: sha256Of('newer_sha256'),
    state: text({ enum: states }).notNull(),
    comparer: integer().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** Number of attempts. */
    attempts: integer().notNull().default(0),
    percent: integer().notNull().default(0),
    /** End of the lease; no other process starts it before. */
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    reason: text({ enum: uncomparedReasons }),
    comparison: json().$type<SoundComparison>(),
    comparedAt: timestamp('compared_at', { withTimezone: true }),
    /** Larger than the comparison, and read only to find what changed at the places of comments. */
    detail: json().$type<ChangeDetail>(),
  },
  ({ olderSha256, newerSha256 }) => [primaryKey({ columns: [olderSha256, newerSha256] })],
);

/** Two recordings, by the hashes of their bytes. */
export type ComparedPair = { readonly olderSha256: string; readonly newerSha256: string };
