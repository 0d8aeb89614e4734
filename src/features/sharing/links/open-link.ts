import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  notExists,
  sql,
  type SQL,
  lt,
  lte,
  notInArray,
  or,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { playedMediaTypes } from '#src/features/files/store/file-type.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listeningLinks, listeningGuests } from './listening.table.ts';
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#src/platform/durations.ts';

/** Matches links whose creator is disabled. */
const disabledMaker = new QueryBuilder()
  .select({ id: people.id })
  .from(people)
  .where(and(eq(people.id, listeningLinks.madeBy), isNotNull(people.disabledAt)));

/** Matches files that links to a single file lead to; a removed file is none. */
const targetFile = new QueryBuilder()
  .select({ id: files.id })
  .from(files)
  .where(eq(files.id, listeningLinks.fileId));

/** Matches links whose file, if they lead to a single one, was not removed. */
export const hasTarget = or(isNull(listeningLinks.fileId), exists(targetFile));

/** Matches links that are neither revoked nor expired, whose creator is not disabled, and whose file is not removed. */
export const isOpen = (now: Date): SQL | undefined =>
  and(
    isNull(listeningLinks.revokedAt),
    gt(listeningLinks.expiresAt, now),
    notExists(disabledMaker),
    hasTarget,
  );

/** Finds the open link of a token with its project; null if there is none or it has ended. */
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

/** Returns the files that a guest can see while the link is open: the playable files of its project that it covers. */
export const visibleFilesOf = (linkId: string, now: Date): VisibleFiles => ({
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

/** The retention of visits after the last one, and of links after their end, in days. */
export const visitDays = 90;

/** The time before which visits are deleted. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - visitDays * dayMs);

/** Deletes visits that are past their retention, and links that ended before. Comments stay under the guest's name. */
export async function pruneVisits(db: Db, now: Date): Promise<void> {
  const since = keptSince(now);
  await db.delete(listeningGuests).where(lte(listeningGuests.lastAt, since));
  const { expiresAt, revokedAt } = listeningLinks;
  const hasEnded = or(lt(expiresAt, since), lt(revokedAt, since));
  const inUse = db.select({ id: listeningGuests.linkId }).from(listeningGuests);
  await db.delete(listeningLinks).where(and(hasEnded, notInArray(listeningLinks.id, inUse)));
}

/**
 * Returns the token in a link's address: 256 bits derived from the link's id and the installation's secret, so that the
 * address can be shown again although only the token's hash is stored.
 */
export const linkTokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', secret).update(`listening link\n${linkId}`).digest('base64url');

export const linkPathOf = (token: string): `/listen/${string}` => `/listen/${token}`;

const keyBytes = 32;
/** About 60 ms and 32 MB per attempt. */
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;

type Cost = Readonly<Record<keyof typeof cost, number>>;

const derive = (password: string, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    // Normalized, since the same characters may be typed in another Unicode form.
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Returns a password hash: scrypt with its own salt, and its parameters. */
export async function passwordHashOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Returns true if the password matches a hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const stored = Buffer.from(key, 'base64url');
  const tried = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return tried.length === stored.length && timingSafeEqual(tried, stored);
}
