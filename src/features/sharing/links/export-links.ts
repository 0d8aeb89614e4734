import { eq, getTableColumns, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { listeningGuests, listeningLinks, listeningVisits } from './listening.table.ts';

/** The listening links of these projects and who used them, without what would open one. */
export async function exportLinks(db: Db, projectIds: SQLWrapper) {
  const { tokenHash: _token, passwordHash: _password, ...link } = getTableColumns(listeningLinks);
  const { tokenHash: _cookie, ...guest } = getTableColumns(listeningGuests);
  const isTheirs = inArray(listeningLinks.projectId, projectIds);
  return {
    listeningLinks: await db.select(link).from(listeningLinks).where(isTheirs),
    listeningGuests: await db
      .select(guest)
      .from(listeningGuests)
      .innerJoin(listeningLinks, eq(listeningLinks.id, listeningGuests.linkId))
      .where(isTheirs),
    listeningVisits: await db
      .select(getTableColumns(listeningVisits))
      .from(listeningVisits)
      .innerJoin(listeningGuests, eq(listeningGuests.id, listeningVisits.guestId))
      .innerJoin(listeningLinks, eq(listeningLinks.id, listeningGuests.linkId))
      .where(isTheirs),
  };
}
