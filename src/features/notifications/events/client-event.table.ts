import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';

/** The events in a client's projects, numbered per client without gaps; open pages follow them. */
export const clientEvents = pgTable(
  'client_events',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    projectId: uuid('project_id'),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.seq] })],
);

/** The database channel of new events; the payload is the client's id. */
export const eventChannel = 'client_events';
