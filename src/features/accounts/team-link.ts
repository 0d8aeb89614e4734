import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { teamLinks } from './team-link.table.ts';

const lifeMs = 24 * 3600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes the token of a link that signs the sample team in, once and within a day. */
export async function createTeamToken(db: Db, clock: Clock): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db.delete(teamLinks).where(lte(teamLinks.expiresAt, now));
  await db
    .insert(teamLinks)
    .values({ tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + lifeMs) });
  return token;
}

/** Uses a token up; false when it is unknown, used or too old. */
export async function consumeTeamToken(db: Db, clock: Clock, token: string): Promise<boolean> {
  const used = await db
    .delete(teamLinks)
    .where(and(eq(teamLinks.tokenHash, hashOf(token)), gt(teamLinks.expiresAt, clock.now())))
    .returning();
  return used.length === 1;
}
