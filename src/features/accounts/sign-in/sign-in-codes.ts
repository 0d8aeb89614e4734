import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, lt, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { codeHashOf, randomToken, tokenHashOf } from '../people/tokens.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { signInCodes } from './sign-in.table.ts';

/** How many times one network may try a code. */
const triesOfNetwork = 5;
/** How many codes of one address are valid at a time. */
const validCodes = 3;
/** How long a code that has ended is kept, as a hash. */
export const codeKeptMs = 30 * dayMs;

/** How long an emailed code and its link are valid. */
export const signInLifeMs = 10 * minuteMs;

export type SignInSecrets = { readonly code: string; readonly token: string };

/** The address that a code or link was issued for, and the requested page. */
export type Consumed = { readonly emailKey: string; readonly next: string | null };

/**
 * Returns the key under which the confirmation code of a signed-in person is stored, instead of an address. It can be tried and
 * replaced only from their own sessions, and cannot be used to sign in.
 */
export const confirmKeyOf = (personId: string) => `confirm ${personId}`;

type Issue = { emailKey: string; secret: string; now: Date; lifeMs: number; next?: string | null };

/** Creates a code and a link's token for an address. The three latest of an address are valid, older ones are deleted. */
export async function issueSignInCode(tx: Db, issue: Issue): Promise<SignInSecrets> {
  const { emailKey, secret, now, lifeMs, next = null } = issue;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = randomToken();
  await tx.insert(signInCodes).values({
    emailKey,
    codeHash: codeHashOf(secret, emailKey, code),
    tokenHash: tokenHashOf(token),
    next,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  const latest = tx
    .select({ id: signInCodes.id })
    .from(signInCodes)
    .where(eq(signInCodes.emailKey, emailKey))
    .orderBy(desc(signInCodes.id))
    .limit(validCodes);
  await tx
    .delete(signInCodes)
    .where(and(eq(signInCodes.emailKey, emailKey), notInArray(signInCodes.id, latest)));
  return { code, token };
}

// Expires a used code. Its row is kept for a while, so that the page of its link can send a new one.
const usedUp = (now: Date) => ({ expiresAt: now });
const consumed = { emailKey: signInCodes.emailKey, next: signInCodes.next };

/** Consumes a link's token in one statement. Returns null if it is unknown, used, replaced or expired. */
export async function consumeSignInToken(tx: Db, now: Date, token: string): Promise<Consumed | null> {
  const [used] = await tx
    .update(signInCodes)
    .set(usedUp(now))
    .where(and(eq(signInCodes.tokenHash, tokenHashOf(token)), gt(signInCodes.expiresAt, now)))
    .returning(consumed);
  return used ?? null;
}

/** Finds the matching code in constant time, with as many comparisons for an address without a code. */
function findMatch(tried: readonly { id: number; codeHash: string }[], typed: string): number | null {
  let matched: number | null = null;
  for (let at = 0; at < Math.max(validCodes, tried.length); at += 1) {
    const { id = null, codeHash = typed } = tried[at] ?? {};
    if (timingSafeEqual(Buffer.from(codeHash), Buffer.from(typed)) && id !== null) matched = id;
  }
  return matched;
}

/**
 * Checks a typed code against the valid ones of its address and consumes the matching one. Each try is counted per code and network
 * (`from`) before the codes are compared, in one statement, so that concurrent tries count too. Returns null if the code is wrong,
 * used, replaced, expired or tried too often from there.
 */
export async function consumeSignInCode(
  tx: Db,
  now: Date,
  { emailKey, code, secret, from }: { emailKey: string; code: string; secret: string; from: string },
): Promise<Consumed | null> {
  const typed = codeHashOf(secret, emailKey, code);
  const triedBy = codeHashOf(secret, emailKey, `from ${from}`);
  const isAlive = and(eq(signInCodes.emailKey, emailKey), gt(signInCodes.expiresAt, now));
  const before = sql`coalesce((${signInCodes.tries} ->> ${triedBy})::integer, 0)`;
  const tried = await tx
    .update(signInCodes)
    .set({ tries: sql`jsonb_set(${signInCodes.tries}, array[${triedBy}::text], to_jsonb(${before} + 1))` })
    .where(and(isAlive, lt(before, triesOfNetwork)))
    .returning({ id: signInCodes.id, codeHash: signInCodes.codeHash });
  const matched = findMatch(tried, typed);
  if (matched === null) return null;
  const [used] = await tx
    .update(signInCodes)
    .set(usedUp(now))
    .where(and(isAlive, eq(signInCodes.id, matched)))
    .returning(consumed);
  return used ?? null;
}

/** Finds the address that a link was issued for, even if it is used or expired; null once it was replaced or deleted. */
export async function findSignInLink(db: Db, token: string): Promise<Consumed | null> {
  const [found] = await db
    .select(consumed)
    .from(signInCodes)
    .where(eq(signInCodes.tokenHash, tokenHashOf(token)));
  return found ?? null;
}

/** Deletes codes thirty days after they expired, and after one day those of addresses without a person. */
export async function pruneSignInCodes(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => lt(signInCodes.expiresAt, new Date(now.getTime() - ms));
  const known = db.select({ id: people.id }).from(people).where(eq(people.emailKey, signInCodes.emailKey));
  await db.delete(signInCodes).where(or(before(codeKeptMs), and(before(dayMs), notExists(known))));
}
