import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The log of the last day, redacted as it is written. */
export const logLines = pgTable('log_lines', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  level: text({ enum: ['info', 'warn', 'error'] }).notNull(),
  /** The process that wrote it, of several. */
  process: text().notNull(),
  event: text().notNull(),
  /** As they are shown: "queue=outbox attempt=2". */
  fields: text().notNull(),
});
