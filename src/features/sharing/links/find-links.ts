import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, sql, type SQLWrapper } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hasTarget, isOpen, keptSince, shownToken } from './open-link.ts';
import {
  listeningEntries,
  listeningGuests,
  listeningLinks,
  listeningMails,
  listeningVisits,
} from './listening.table.ts';
import { isPictureFile } from './cover-picture.ts';

/** Returns the listening links of these projects with their titles, recipients and visitors, without secrets. */
export async function exportLinks(db: Db, projectIds: SQLWrapper) {
  const { tokenHash: _token, passwordHash: _password, ...link } = getTableColumns(listeningLinks);
  const { tokenHash: _cookie, ...guest } = getTableColumns(listeningGuests);
  const isTheirs = inArray(listeningLinks.projectId, projectIds);
  return {
    listeningLinks: await db.select(link).from(listeningLinks).where(isTheirs),
    listeningEntries: await db
      .select(getTableColumns(listeningEntries))
      .from(listeningEntries)
      .innerJoin(listeningLinks, eq(listeningLinks.id, listeningEntries.linkId))
      .where(isTheirs)
      .orderBy(asc(listeningEntries.linkId), asc(listeningEntries.position)),
    listeningMails: await db
      .select(getTableColumns(listeningMails))
      .from(listeningMails)
      .innerJoin(listeningLinks, eq(listeningLinks.id, listeningMails.linkId))
      .where(isTheirs),
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

/** The most listeners that are listed of one link; the totals count all. */
const mostGuests = 100;

/** Lists the latest guests of links with what they opened and played. Expired records are left out. */
async function listGuests(db: Db, now: Date, linkIds: readonly string[]) {
  const { id, linkId, name, userAgent, visits, firstAt, lastAt } = listeningGuests;
  const place = sql<number>`row_number() over (partition by ${linkId} order by ${lastAt} desc, ${id})`;
  const all = db
    .select({ id, linkId, name, userAgent, visits, firstAt, lastAt, place: place.as('place') })
    .from(listeningGuests)
    .where(and(inArray(linkId, [...linkIds]), gt(lastAt, keptSince(now))))
    .as('latest');
  const guests = await db
    .select()
    .from(all)
    .where(lte(all.place, mostGuests))
    .orderBy(desc(all.lastAt), asc(all.id));
  if (guests.length === 0) return [];
  const ids = guests.map((guest) => guest.id);
  const heard = await db
    .select()
    .from(listeningVisits)
    .where(inArray(listeningVisits.guestId, ids))
    .orderBy(desc(listeningVisits.lastAt), asc(listeningVisits.fileId));
  const byGuest = Map.groupBy(heard, ({ guestId }) => guestId);
  return guests.map(({ place: _place, ...guest }) => ({ ...guest, heard: byGuest.get(guest.id) ?? [] }));
}

/** Counts the opens, plays and listeners of each file of links. */
const countByFile = (db: Db, now: Date, linkIds: readonly string[]) =>
  db
    .select({
      linkId: listeningGuests.linkId,
      fileId: listeningVisits.fileId,
      opens: sql<number>`sum(${listeningVisits.opens})`.mapWith(Number),
      plays: sql<number>`sum(${listeningVisits.visits})`.mapWith(Number),
      listeners: sql<number>`count(*) filter (where ${listeningVisits.visits} > 0)`.mapWith(Number),
    })
    .from(listeningVisits)
    .innerJoin(listeningGuests, eq(listeningGuests.id, listeningVisits.guestId))
    .where(and(inArray(listeningGuests.linkId, [...linkIds]), gt(listeningGuests.lastAt, keptSince(now))))
    .groupBy(listeningGuests.linkId, listeningVisits.fileId);

/** Counts how often links were opened, and by how many browsers. */
const countOpens = (db: Db, now: Date, linkIds: readonly string[]) =>
  db
    .select({
      linkId: listeningGuests.linkId,
      opens: sql<number>`sum(${listeningGuests.visits})`.mapWith(Number),
      guests: sql<number>`count(*)`.mapWith(Number),
    })
    .from(listeningGuests)
    .where(and(inArray(listeningGuests.linkId, [...linkIds]), gt(listeningGuests.lastAt, keptSince(now))))
    .groupBy(listeningGuests.linkId);

/** Returns true if a person may create and see listening links: the team, and clients with permission to approve. */
const canShare = (person: Person) => person.role === 'team' || person.permission === 'approve';

/** Finds a project whose links this person can manage; null if there is none. */
export async function findSharedProject(db: Db, person: Person, projectId: string | undefined) {
  if (projectId === undefined || !validate(projectId) || !canShare(person)) return null;
  const [project] = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(and(eq(projects.id, projectId), visibleTo(person)));
  return project ?? null;
}

type SharedProject = NonNullable<Awaited<ReturnType<typeof findSharedProject>>>;

/** Lists the titles of links, in order. */
const listEntries = (db: Db, linkIds: readonly string[]) =>
  db
    .select()
    .from(listeningEntries)
    .where(inArray(listeningEntries.linkId, [...linkIds]))
    .orderBy(asc(listeningEntries.linkId), asc(listeningEntries.position));

/** Lists to whom links were sent, latest first. */
const listMails = (db: Db, now: Date, linkIds: readonly string[]) =>
  db
    .select({
      linkId: listeningMails.linkId,
      email: listeningMails.email,
      sentAt: listeningMails.sentAt,
      by: listeningMails.sentByName,
    })
    .from(listeningMails)
    .where(and(inArray(listeningMails.linkId, [...linkIds]), gt(listeningMails.sentAt, keptSince(now))))
    .orderBy(desc(listeningMails.sentAt), asc(listeningMails.email));

/** Reads what links cover, who opened them, and to whom they were sent. */
async function findDetails(db: Db, now: Date, linkIds: readonly string[]) {
  const ofLink = ({ linkId }: { readonly linkId: string }) => linkId;
  const entries = Map.groupBy(await listEntries(db, linkIds), ofLink);
  const guests = Map.groupBy(await listGuests(db, now, linkIds), ofLink);
  const ofFiles = Map.groupBy(await countByFile(db, now, linkIds), ofLink);
  const opened = Map.groupBy(await countOpens(db, now, linkIds), ofLink);
  const mails = Map.groupBy(await listMails(db, now, linkIds), ofLink);
  return (id: string) => ({
    entries: entries.get(id) ?? [],
    guests: guests.get(id) ?? [],
    ofFiles: ofFiles.get(id) ?? [],
    opened: opened.get(id)?.[0] ?? { opens: 0, guests: 0 },
    mails: mails.get(id) ?? [],
  });
}

/**
 * Lists a project's listening links with visitors and titles, newest first, or one of them. The token of a link is null
 * if it was created with another secret: it still works, but cannot be shown again.
 */
export async function findLinks(
  db: Db,
  {
    now,
    secret,
    linkId = null,
  }: { readonly now: Date; readonly secret: string; readonly linkId?: string | null },
  project: SharedProject,
) {
  const projectId = project.id;
  const isOne = linkId === null ? undefined : eq(listeningLinks.id, linkId);
  const links = await db
    .select({ ...getTableColumns(listeningLinks), isOpen: sql<boolean>`${isOpen(now)}` })
    .from(listeningLinks)
    .where(and(eq(listeningLinks.projectId, projectId), hasTarget, isOne))
    .orderBy(desc(listeningLinks.madeAt), desc(listeningLinks.id));
  const files = await listProjectFiles(db, projectId);
  const detailsOf = await findDetails(
    db,
    now,
    links.map(({ id }) => id),
  );
  return {
    project,
    files: files.filter((file) => isPlayed(file)),
    pictures: files.filter((file) => isPictureFile(file)),
    links: links.map(({ passwordHash, tokenHash, ...link }) => ({
      ...link,
      token: shownToken(secret, link.id, tokenHash),
      hasPassword: passwordHash !== null,
      ...detailsOf(link.id),
    })),
  };
}

export type FoundLinks = Awaited<ReturnType<typeof findLinks>>;

export type ListedLink = FoundLinks['links'][number];
