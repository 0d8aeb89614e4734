import { bigint, jsonb, pgTable, text, timestamp, integer, uuid } from 'drizzle-orm/pg-core';
import { minuteMs } from '#src/platform/durations.ts';

const signInReasons = ['asked', 'confirm', 'welcome', 'added', 'joined', 'invited'] as const;

/**
 * Why a person is mailed a code: they asked to sign in, they must confirm that it is them (without a link), they became a client,
 * the team made them a client's first person, or they were invited to a client's portal or to the team.
 */
export type SignInReason = (typeof signInReasons)[number];

/** The addresses to mail a code and a link to, until that mail has gone. */
export const signInRequests = pgTable('sign_in_requests', {
  id: uuid().primaryKey(),
  emailKey: text('email_key').notNull(),
  reason: text({ enum: signInReasons }).notNull(),
  /** A path of ours to go on to. */
  next: text(),
  /** How long its code and link can be used. */
  lifeMs: integer('life_ms')
    .notNull()
    .default(10 * minuteMs),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

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
