import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';

/** What a team member has read on Today. */
export const todayReads = pgTable(
  'today_reads',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The id of the thing; empty for everything of this kind. */
    item: text().notNull(),
    /** What is newer is unread. */
    readAt: timestamp('read_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind, table.item] })],
);

/** What the team has handled without a trace elsewhere, such as a change request that was discussed. */
export const todayHandled = pgTable(
  'today_handled',
  {
    kind: text().notNull(),
    item: text().notNull(),
    /** What is newer is waiting again. */
    handledAt: timestamp('handled_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.item] })],
);
