import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { soundMeasurements } from './sound-measurement.table.ts';

const states = ['waiting', 'making', 'made', 'failed'] as const;

/**
 * A light rendition that somebody wanted, once for the same bytes. What was made lies in the file store, under the storage key
 * in `artefacts` of its measurement, and is removed with that.
 */
export const lightRenditions = pgTable('light_renditions', {
  /** Hexadecimal. */
  sha256: text()
    .primaryKey()
    .references(() => soundMeasurements.sha256, { onDelete: 'cascade' }),
  state: text({ enum: states }).notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  /** How often it was begun. */
  attempts: integer().notNull().default(0),
  /** Nobody else begins it before then. */
  leasedUntil: timestamp('leased_until', { withTimezone: true }),
  /** Of what was made. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
});
