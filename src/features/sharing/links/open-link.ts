import { and, eq, gt, isNotNull, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { playedMediaTypes } from '#src/features/files/store/file-type.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listeningLinks } from './listening.table.ts';

/** Matches a link's maker who is disabled. */
const disabledMaker = new QueryBuilder()
  .select({ id: people.id })
  .from(people)
  .where(and(eq(people.id, listeningLinks.madeBy), isNotNull(people.disabledAt)));

/** Matches links that are neither revoked nor expired, and whose maker is not disabled. */
export const isOpen = (now: Date): SQL | undefined =>
  and(isNull(listeningLinks.revokedAt), gt(listeningLinks.expiresAt, now), notExists(disabledMaker));

/** An open link of this token with its project; null where there is none, or where it has ended. */
export async function findOpenLink(db: Db, now: Date, token: string) {
  const [found] = await db
    .select({
      link: listeningLinks,
      project: { id: projects.id, name: projects.name, clientId: projects.clientId },
    })
    .from(listeningLinks)
    .innerJoin(projects, eq(projects.id, listeningLinks.projectId))
    .where(and(eq(listeningLinks.tokenHash, tokenHashOf(token)), isOpen(now)));
  return found ?? null;
}

export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

/** What a link lets a guest see while it is open: the playable files of its project, as far as it covers them. */
export const sightBy = (linkId: string, now: Date): VisibleFiles => ({
  of: sql`"files"."media_type" in ${[...playedMediaTypes]} and exists (
    select from ${listeningLinks}
    where ${listeningLinks.id} = ${linkId} and ${isOpen(now)}
      and ${listeningLinks.projectId} = "files"."project_id"
      and (${listeningLinks.fileId} is null or ${listeningLinks.fileId} = "files"."id")
      and (${listeningLinks.recordingId} is null or (
        ${listeningLinks.recordingId} = "files"."recording_id"
        and not exists (
          select from files newer
          where newer.recording_id = "files"."recording_id" and newer.version > "files"."version"
        )
      ))
  )`,
});
