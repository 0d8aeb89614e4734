import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from './client.table.ts';

export const roles = ['client', 'team'] as const;

export type Role = (typeof roles)[number];

export const mailPreferences = ['at-once', 'daily', 'none'] as const;

/** When a client's person is emailed about what is waiting for them. */
export type MailPreference = (typeof mailPreferences)[number];

export const permissions = ['approve', 'listen'] as const;

/**
 * The permission of a client's person. `approve`: everything a client can do. `listen`: listen, comment, write and send files, but
 * no invoices, approvals or invitations.
 */
export type Permission = (typeof permissions)[number];

/** Everyone who can sign in. */
export const people = pgTable('people', {
  id: uuid().primaryKey(),
  role: text({ enum: roles }).notNull(),
  /** The address in lower case, which identifies a person. */
  emailKey: text('email_key').notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  phone: text().notNull().default(''),
  /** Only the team sees the notes and tags. */
  notes: text().notNull().default(''),
  tags: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The client they belong to and what they may do; null for the team. */
  clientId: uuid('client_id').references(() => clients.id),
  permission: text({ enum: permissions }),
  /** What a team member may do besides the usual: see invoices, quotes and amounts; publish the website. */
  canSeeMoney: boolean('can_see_money').notNull().default(false),
  canPublishWebsite: boolean('can_publish_website').notNull().default(false),
  isSample: boolean('is_sample').notNull().default(false),
  mailPreference: text('mail_preference', { enum: mailPreferences }).notNull().default('at-once'),
  /** When this person last had the portal open. */
  lookedAt: timestamp('looked_at', { withTimezone: true }),
  /** When a team member declined the offer of a passkey. */
  passkeyOfferedAt: timestamp('passkey_offered_at', { withTimezone: true }),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
