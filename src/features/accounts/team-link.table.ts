import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Links that sign the sample team in once. Only a hash is kept. */
export const teamLinks = pgTable('team_links', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
