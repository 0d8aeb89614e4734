import { integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import {
  uncomparedReasons,
  type SoundComparison,
} from '#src/features/recordings/alignment/sound-comparison.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';

const states = ['waiting', 'comparing', 'compared', 'uncompared'] as const;

const sha256Of = (column: string) =>
  text(column)
    .notNull()
    .references(() => soundMeasurements.sha256, { onDelete: 'cascade' });

/** What differs between two recordings, once for the same bytes; removed with what was measured of either. */
export const soundComparisons = pgTable(
  'sound_comparisons',
  {
    /** Hexadecimal. */
    olderSha256: sha256Of('older_sha256'),
    newerSha256: sha256Of('newer_sha256'),
    state: text({ enum: states }).notNull(),
    comparer: integer().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** How often it was begun. */
    attempts: integer().notNull().default(0),
    percent: integer().notNull().default(0),
    /** Nobody else begins it before then. */
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    reason: text({ enum: uncomparedReasons }),
    comparison: json().$type<SoundComparison>(),
    comparedAt: timestamp('compared_at', { withTimezone: true }),
  },
  ({ olderSha256, newerSha256 }) => [primaryKey({ columns: [olderSha256, newerSha256] })],
);

/** Which two recordings, by the hashes of their bytes. */
export type ComparedPair = { readonly olderSha256: string; readonly newerSha256: string };
