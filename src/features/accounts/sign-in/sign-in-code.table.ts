import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The latest codes and links of an address, hashed; or, under `confirmKeyOf`, the latest codes of a person who confirms that it is
 * them.
 */
export const signInCodes = pgTable('sign_in_codes', {
  /** Ascending: the latest code has the highest. */
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  emailKey: text('email_key').notNull(),
  codeHash: text('code_hash').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  /** How often each network has tried this code, by a keyed hash of the network. */
  tries: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  next: text(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
