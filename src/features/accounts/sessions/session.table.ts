import { boolean, integer, pgTable, text, timestamp, uuid, primaryKey } from 'drizzle-orm/pg-core';
import { people, roles } from '#src/features/accounts/people/person.table.ts';

/** A browser in which a person has signed in before; one browser may have several people. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    tokenHash: text('token_hash').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When this person last signed in with it. */
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.personId] })],
);

/** One signed-in browser. */
export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  personId: uuid('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  role: text({ enum: roles }).notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** Until when it stays open without being used, on a device that a team member trusts. */
  trustedUntil: timestamp('trusted_until', { withTimezone: true }),
  /** When a passkey confirmed this session. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** When the person last confirmed their identity in this session. */
  provedAt: timestamp('proved_at', { withTimezone: true }),
  challenge: text(),
  challengeExpiresAt: timestamp('challenge_expires_at', { withTimezone: true }),
  /** When it last had a page of the desk open. */
  deskOpenAt: timestamp('desk_open_at', { withTimezone: true }),
});

/** The studio's settings for signing in: one row, once they were changed. */
export const signInSettings = pgTable('sign_in_settings', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** For how many days a team member stays signed in on a trusted device; 0 if none can be trusted. */
  trustedDays: integer('trusted_days').notNull(),
});
