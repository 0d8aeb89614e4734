import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  not,
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
import { listeningEntries, listeningLinks, listeningGuests, listeningMails } from './listening.table.ts';
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#src/platform/durations.ts';

const query = new QueryBuilder();

/** Matches links whose creator is disabled. */
const disabledMaker = query
  .select({ id: people.id })
  .from(people)
  .where(and(eq(people.id, listeningLinks.madeBy), isNotNull(people.disabledAt)));

/** The entries of a link that lead to something: a removed file is not there. */
const presentEntry = query
  .select({ position: listeningEntries.position })
  .from(listeningEntries)
  .where(
    and(
      eq(listeningEntries.linkId, listeningLinks.id),
      or(
        isNotNull(listeningEntries.recordingId),
        exists(query.select({ id: files.id }).from(files).where(eq(files.id, listeningEntries.fileId))),
      ),
    ),
  );

/** Matches links that lead to something: not those whose files were all removed. */
export const hasTarget = or(listeningLinks.coversProject, exists(presentEntry));

/** Matches links that are neither revoked nor expired, whose creator is not disabled, and that lead to something. */
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

/** Matches the files that an entry covers, in a query of both: its file, or the newest version of its recording. */
export const isCovered = sql`(${listeningEntries.fileId} = "files"."id" or (
  ${listeningEntries.recordingId} = "files"."recording_id"
  and not exists (
    select from files newer
    where newer.recording_id = "files"."recording_id" and newer.version > "files"."version"
  )
))`;

/** Matches links that a guest has entered: with the password and a name, if it asks for them. */
function isEntered(guestId: string | null): SQL | undefined {
  const has = (given: SQL) =>
    guestId === null
      ? undefined
      : exists(
          query
            .select({ id: listeningGuests.id })
            .from(listeningGuests)
            .where(
              and(eq(listeningGuests.id, guestId), eq(listeningGuests.linkId, listeningLinks.id), given),
            ),
        );
  return and(
    or(isNull(listeningLinks.passwordHash), has(isNotNull(listeningGuests.unlockedAt))),
    or(not(listeningLinks.asksName), has(isNotNull(listeningGuests.name))),
  );
}

/** The guest of a link; `guestId` is null for a browser that has not used it before. */
export type LinkGuest = { readonly linkId: string; readonly guestId: string | null };

/**
 * Returns the files that a guest can see while the link is open: the playable files of its project that it covers; with
 * `isDownload` none if the link allows no downloads.
 */
export const visibleFilesOf = (
  { linkId, guestId }: LinkGuest,
  now: Date,
  isDownload = false,
): VisibleFiles => ({
  of: sql`"files"."media_type" in ${[...playedMediaTypes]} and exists (
    select from ${listeningLinks}
    where ${listeningLinks.id} = ${linkId} and ${isOpen(now)} and ${isEntered(guestId)}
      and ${isDownload ? listeningLinks.mayDownload : sql`true`}
      and ${listeningLinks.projectId} = "files"."project_id"
      and (${listeningLinks.coversProject} or exists (
        select from ${listeningEntries}
        where ${listeningEntries.linkId} = ${listeningLinks.id} and ${isCovered}
      ))
  )`,
});

/** The retention of visits after the last one, and of links after their end, in days. */
export const visitDays = 90;

/** The time before which visits are deleted. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - visitDays * dayMs);

/** Deletes visits and recipients that are past their retention, and links that ended before. Comments stay under the guest's name. */
export async function pruneVisits(db: Db, now: Date): Promise<void> {
  const since = keptSince(now);
  await db.delete(listeningGuests).where(lte(listeningGuests.lastAt, since));
  await db.delete(listeningMails).where(lte(listeningMails.sentAt, since));
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

/** Returns the token of a stored link; null if it was created with another secret, and so cannot be shown again. */
export function shownToken(secret: string, linkId: string, tokenHash: string): string | null {
  const token = linkTokenOf(secret, linkId);
  return tokenHashOf(token) === tokenHash ? token : null;
}

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
