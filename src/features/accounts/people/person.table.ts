import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from './client.table.ts';

export const roles = ['client', 'team'] as const;

export type Role = (typeof roles)[number];

export const mailPreferences = ['at-once', 'daily', 'none'] as const;

/** When a client's person is mailed about what waits for them. */
export type MailPreference = (typeof mailPreferences)[number];

export const permissions = ['approve', 'listen'] as const;

/**
 * What a client's person may do: `approve` everything that a client can; `listen` only hear, comment, write and send files. A
 * listener sees no invoices, approves nothing and invites nobody.
 */
export type Permission = (typeof permissions)[number];

/** Everybody who can sign in. */
export const people = pgTable('people', {
  id: uuid().primaryKey(),
  role: text({ enum: roles }).notNull(),
  /** The address in lower case, by which a person is known again. */
  emailKey: text('email_key').notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  /** The client they belong to and what they may do; null for the team. */
  clientId: uuid('client_id').references(() => clients.id),
  may: text({ enum: permissions }),
  isSample: boolean('is_sample').notNull().default(false),
  mailPreference: text('mail_preference', { enum: mailPreferences }).notNull().default('at-once'),
  /** When this person last had the portal before them. */
  lookedAt: timestamp('looked_at', { withTimezone: true }),
  /** When a member of the team was offered a passkey and put it off. */
  passkeyOfferedAt: timestamp('passkey_offered_at', { withTimezone: true }),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
