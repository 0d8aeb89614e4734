import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { codeHashOf, randomToken, tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { signInCodes } from './sign-in-code.table.ts';

const tries = 5;
/** How long a code that has ended is kept, as a hash. */
export const codeKeptMs = 30 * dayMs;

/** How long a mailed code and its link can be used. */
export const signInLifeMs = 10 * minuteMs;

export type SignInSecrets = { readonly code: string; readonly token: string };

/** The address that a code or link was made for, and the page that was wanted. */
export type Consumed = { readonly emailKey: string; readonly next: string | null };

/**
 * The key, in place of an address, under which the code is stored that confirms a signed-in person. It can be tried and replaced
 * only from their own sessions, and signs nobody in.
 */
export const confirmKeyOf = (personId: string) => `confirm ${personId}`;

type Issue = { emailKey: string; secret: string; now: Date; lifeMs: number; next?: string | null };

/** Makes the code and the link's token of an address; any older ones of that address are void from now on. */
export async function issueSignInCode(tx: Db, issue: Issue): Promise<SignInSecrets> {
  const { emailKey, secret, now, lifeMs, next = null } = issue;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = randomToken();
  const row = {
    codeHash: codeHashOf(secret, emailKey, code),
    tokenHash: tokenHashOf(token),
    triesLeft: tries,
    next,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  await tx
    .insert(signInCodes)
    .values({ emailKey, ...row })
    .onConflictDoUpdate({ target: signInCodes.emailKey, set: row });
  return { code, token };
}

// Ends a code that is used up. Its row stays for a while, so that the page of its link can mail a new one.
const usedUp = (now: Date) => ({ expiresAt: now, triesLeft: 0 });
const consumed = { emailKey: signInCodes.emailKey, next: signInCodes.next };

/** Uses a link's token up, in one statement; null when it is unknown, used, replaced or too old. */
export async function consumeSignInToken(tx: Db, now: Date, token: string): Promise<Consumed | null> {
  const [used] = await tx
    .update(signInCodes)
    .set(usedUp(now))
    .where(and(eq(signInCodes.tokenHash, tokenHashOf(token)), gt(signInCodes.expiresAt, now)))
    .returning(consumed);
  return used ?? null;
}

/**
 * Checks a typed code and uses it up. Every try is counted before the code is compared, in one statement, so that tries at
 * the same time count too. Null when the code is wrong, used, replaced, too old or tried too often.
 */
export async function consumeSignInCode(
  tx: Db,
  now: Date,
  { emailKey, code, secret }: { emailKey: string; code: string; secret: string },
): Promise<Consumed | null> {
  const typed = codeHashOf(secret, emailKey, code);
  const alive = and(eq(signInCodes.emailKey, emailKey), gt(signInCodes.expiresAt, now));
  const [tried] = await tx
    .update(signInCodes)
    .set({ triesLeft: sql`${signInCodes.triesLeft} - 1` })
    .where(and(alive, gt(signInCodes.triesLeft, 0)))
    .returning({ codeHash: signInCodes.codeHash });
  // An address without a code is compared too, with what no code can match.
  const kept = Buffer.from(tried?.codeHash ?? codeHashOf(secret, emailKey, ''));
  if (!timingSafeEqual(kept, Buffer.from(typed)) || !tried) return null;
  const [used] = await tx
    .update(signInCodes)
    .set(usedUp(now))
    .where(and(alive, eq(signInCodes.codeHash, typed)))
    .returning(consumed);
  return used ?? null;
}

/** Finds the address that a link was made for, even if it is used or too old; null once it was replaced or deleted. */
export async function findSignInLink(db: Db, token: string): Promise<Consumed | null> {
  const [found] = await db
    .select(consumed)
    .from(signInCodes)
    .where(eq(signInCodes.tokenHash, tokenHashOf(token)));
  return found ?? null;
}

/** Deletes codes that ended long ago, and after a day those of addresses without a person. */
export async function pruneSignInCodes(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => lt(signInCodes.expiresAt, new Date(now.getTime() - ms));
  const known = db.select({ id: people.id }).from(people).where(eq(people.emailKey, signInCodes.emailKey));
  await db.delete(signInCodes).where(or(before(codeKeptMs), and(before(dayMs), notExists(known))));
}
