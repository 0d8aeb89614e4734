import { bigint, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from '#src/platform/database/bytea.ts';
import { people } from './person.table.ts';

/** A passkey of a member of the team (WebAuthn credential). */
export const passkeys = pgTable('passkeys', {
  /** The credential id, base64url. */
  id: text().primaryKey(),
  personId: uuid('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  publicKey: bytea('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: json().$type<string[]>().notNull(),
  name: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
});
