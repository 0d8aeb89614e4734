import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The newest code and link of an address, hashed; or, under `confirmKeyOf`, the newest code of a person who confirms that it is
 * them.
 */
export const signInCodes = pgTable('sign_in_codes', {
  emailKey: text('email_key').primaryKey(),
  codeHash: text('code_hash').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  triesLeft: integer('tries_left').notNull(),
  next: text(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
