import { and, asc, eq, sql } from 'drizzle-orm';
import { files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isCovered } from '../links/open-link.ts';
import { listeningEntries } from '../links/listening.table.ts';
import { sightOf, type Entered } from './enter-link.ts';

/** A file that a link covers; its title is null if the link gives it none. */
export type CoveredFile = Pick<
  typeof files.$inferSelect,
  'id' | 'name' | 'originalName' | 'sizeBytes' | 'storageKey' | 'uploadedAt'
> & {
  readonly title: string | null;
  /** True if the link leads to the newest version, false if it leads to exactly this file. */
  readonly isNewest: boolean;
};

/**
 * Lists the files that a guest can see: those of a playlist in its order, each once, those of a project by upload. With
 * `isDownload`, only if the link allows downloads.
 */
export async function listCoveredFiles(
  db: Db,
  now: Date,
  entered: Entered,
  isDownload = false,
): Promise<CoveredFile[]> {
  const { link } = entered;
  const { id, name, originalName, sizeBytes, storageKey, uploadedAt } = files;
  const file = { id, name, originalName, sizeBytes, storageKey, uploadedAt };
  const sight = and(eq(files.projectId, link.projectId), sightOf(entered, now, isDownload).of);
  if (link.coversProject) {
    const all = await db.select(file).from(files).where(sight).orderBy(asc(uploadedAt), asc(id));
    return all.map((each) => ({ ...each, title: null, isNewest: false }));
  }
  const rows = await db
    .select({
      ...file,
      title: listeningEntries.title,
      isNewest: sql<boolean>`${listeningEntries.fileId} is null`,
    })
    .from(files)
    .innerJoin(listeningEntries, and(eq(listeningEntries.linkId, link.id), isCovered))
    .where(sight)
    .orderBy(asc(listeningEntries.position));
  const ids = new Set<string>();
  return rows.filter((row) => !ids.has(row.id) && ids.add(row.id));
}
