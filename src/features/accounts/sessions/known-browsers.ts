import { and, eq, lt, sql } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { randomToken, tokenHashOf } from '../people/tokens.ts';
import type { Db } from '#src/platform/database/database.ts';
import { ownCookie } from '#src/platform/http/own-cookie.ts';
import { knownBrowsers } from './session.table.ts';

const daysKept = 400;
const dayS = 86_400;

const browserCookie = ownCookie('antinode_browser');

/** Returns the token of a recognised browser from a Cookie header; null without one. */
export const browserTokenOf = browserCookie.in;

/** Returns the Set-Cookie value that makes a browser recognisable. It grants no access, so it outlives the session. */
export const browserCookieOf = (token: string, isTls: boolean) =>
  browserCookie.set(token, daysKept * dayS, isTls);

/**
 * Records that a person has signed in with a browser; returns its new token, and whether this is their first time with it. The
 * browser's old token becomes invalid, so that a planted copy is of no use.
 */
export async function rememberBrowser(
  tx: Db,
  now: Date,
  personId: string,
  oldToken: string | null,
): Promise<{ readonly token: string; readonly isNew: boolean }> {
  const token = randomToken();
  const tokenHash = tokenHashOf(token);
  if (oldToken !== null) {
    const isOld = eq(knownBrowsers.tokenHash, tokenHashOf(oldToken));
    await tx.update(knownBrowsers).set({ tokenHash }).where(isOld);
  }
  const { tokenHash: hash, personId: person } = knownBrowsers;
  const [noted] = await tx
    .insert(knownBrowsers)
    .values({ tokenHash, personId, createdAt: now, seenAt: now })
    .onConflictDoUpdate({ target: [hash, person], set: { seenAt: now } })
    // Zero in a row that this statement made, not one that it changed.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return { token, isNew: noted?.isNew ?? false };
}

/** Returns true if the person with this address has signed in with this browser before. */
export async function isKnownBrowser(db: Db, token: string | null, emailKey: string): Promise<boolean> {
  if (token === null) return false;
  const [known] = await db
    .select({ personId: knownBrowsers.personId })
    .from(knownBrowsers)
    .innerJoin(people, eq(people.id, knownBrowsers.personId))
    .where(and(eq(knownBrowsers.tokenHash, tokenHashOf(token)), eq(people.emailKey, emailKey)));
  return known !== undefined;
}

/** Deletes the browsers in which this person has signed in. */
export async function forgetBrowsersOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.personId, personId));
}

/** Deletes browsers that have not been used to sign in for as long as their cookie lasts. */
export async function pruneKnownBrowsers(db: Db, now: Date): Promise<void> {
  await db
    .delete(knownBrowsers)
    .where(lt(knownBrowsers.seenAt, new Date(now.getTime() - daysKept * dayS * 1000)));
}
