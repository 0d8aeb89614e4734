import { bigint, jsonb, pgTable, text, timestamp, integer, uuid } from 'drizzle-orm/pg-core';
import { minuteMs } from '#src/platform/durations.ts';

const signInReasons = ['asked', 'confirm', 'welcome', 'added', 'joined', 'invited'] as const;

/**
 * Why a person is emailed a code: `asked` to sign in, `confirm` their identity (without a link), `welcome` as a new client, `added`
 * by the team as a client's first person, `joined` a client's portal by invitation, or `invited` to the team.
 */
export type SignInReason = (typeof signInReasons)[number];

/** Addresses that are to be emailed a code and a link, until that email has been sent. */
export const signInRequests = pgTable('sign_in_requests', {
  id: uuid().primaryKey(),
  emailKey: text('email_key').notNull(),
  reason: text({ enum: signInReasons }).notNull(),
  /** The path to continue to. */
  next: text(),
  /** How long its code and link are valid. */
  lifeMs: integer('life_ms')
    .notNull()
    .default(10 * minuteMs),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/**
 * The latest codes and links of an address, hashed; or, under `confirmKeyOf`, the latest codes of a person who confirms their
 * identity.
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
