import { and, lt, lte, notInArray, or } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { listeningGuests, listeningLinks } from './listening.table.ts';

/** How long it is kept who used a link, after the last time; and a link that has ended. */
export const visitDays = 90;

/** The time before which visits are deleted. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - visitDays * dayMs);

/** Forgets who listened longer ago than that, and links that ended before. Comments stay, as those of the name that was given. */
export async function pruneVisits(db: Db, now: Date): Promise<void> {
  const since = keptSince(now);
  await db.delete(listeningGuests).where(lte(listeningGuests.lastAt, since));
  const { expiresAt, revokedAt } = listeningLinks;
  const hasEnded = or(lt(expiresAt, since), lt(revokedAt, since));
  const inUse = db.select({ id: listeningGuests.linkId }).from(listeningGuests);
  await db.delete(listeningLinks).where(and(hasEnded, notInArray(listeningLinks.id, inUse)));
}
