import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { projectStatuses } from './project-status.ts';

/** A client's project. */
export const projects = pgTable('projects', {
  id: uuid().primaryKey(),
  /** From a sequence; shown as P-214. */
  number: integer()
    .notNull()
    .unique()
    .default(sql`nextval('project_numbers')`),
  clientId: uuid('client_id')
    .notNull()
    .references(() => clients.id),
  name: text().notNull(),
  description: text().notNull(),
  status: text({ enum: projectStatuses }).notNull(),
  /** Percent, 0 to 100. */
  progress: integer().notNull(),
  /** YYYY-MM-DD. */
  dueOn: date('due_on'),
  /** How many revision rounds were agreed for each recording; null if none were. */
  revisionRounds: integer('revision_rounds'),
  /** The key of the specification that its recordings are checked against; null if none was chosen. */
  deliverySpecification: text('delivery_specification'),
  /** The naming scheme of its files, such as {project}_{title}_{version}; null if there is none. */
  fileNaming: text('file_naming'),
  /** How much its client may send; null for the default. */
  sentLimitBytes: bigint('sent_limit_bytes', { mode: 'number' }),
  /** When the client was last emailed that it is delivered; null if never. */
  deliveryEmailedAt: timestamp('delivery_emailed_at', { withTimezone: true }),
  /** True if receipts of new approvals are published. */
  publishesReceipts: boolean('publishes_receipts').notNull().default(false),
  /** Raised by every change; an edit names the version that its editor saw. */
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
