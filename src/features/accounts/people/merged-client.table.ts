import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from './client.table.ts';

/** A client that became part of another. Its own row is gone. */
export const mergedClients = pgTable('merged_clients', {
  id: uuid().primaryKey(),
  /** The client that stayed. */
  intoId: uuid('into_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  /** The lead that it came from. The reference is in the migration. */
  leadId: uuid('lead_id').unique(),
  mergedAt: timestamp('merged_at', { withTimezone: true }).notNull(),
});
