import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { soundMeasurements } from './sound-measurement.table.ts';

const states = ['waiting', 'making', 'made', 'failed'] as const;

/**
 * Requested preview audio, once per content. It is in the file store, under the key in `artefacts` of the measurement,
 * and is deleted with it.
 */
export const previewAudios = pgTable('light_renditions', {
  /** Hexadecimal. */
  sha256: text()
    .primaryKey()
    .references(() => soundMeasurements.sha256, { onDelete: 'cascade' }),
  state: text({ enum: states }).notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  /** Number of attempts. */
  attempts: integer().notNull().default(0),
  /** End of the lease; no other process starts it before. */
  leasedUntil: timestamp('leased_until', { withTimezone: true }),
  /** Size in bytes; null until it is made. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
});
