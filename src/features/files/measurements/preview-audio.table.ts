import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { soundMeasurements } from './sound-measurement.table.ts';

const states = ['waiting', 'making', 'made', 'failed'] as const;

/**
 * A preview audio that was asked for, once per content. It is in the file store, under the key in `artefacts` of the measurement,
 * and is deleted with that.
 */
export const previewAudios = pgTable('light_renditions', {
  /** Hexadecimal. */
  sha256: text()
    .primaryKey()
    .references(() => soundMeasurements.sha256, { onDelete: 'cascade' }),
  state: text({ enum: states }).notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  /** How often it was begun. */
  attempts: integer().notNull().default(0),
  /** Until then no other process begins it. */
  leasedUntil: timestamp('leased_until', { withTimezone: true }),
  /** The size of the rendition; null until it is made. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
});
