import { and, asc, desc, eq, getTableColumns, gt, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { validate } from 'uuid';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hasTarget, isOpen, keptSince, linkTokenOf } from './open-link.ts';
import { listeningGuests, listeningLinks, listeningVisits } from './listening.table.ts';

/** Returns the listening links of these projects and their visitors, without secrets. */
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

function shownToken(secret: string, linkId: string, tokenHash: string): string | null {
  const token = linkTokenOf(secret, linkId);
  return tokenHashOf(token) === tokenHash ? token : null;
}

/** Lists the guests of these links with what they listened to, most recent first. Expired records are left out. */
async function listGuests(db: Db, now: Date, linkIds: readonly string[]) {
  if (linkIds.length === 0) return [];
  const { id, linkId, name, userAgent, visits, firstAt, lastAt } = listeningGuests;
  const guests = await db
    .select({ id, linkId, name, userAgent, visits, firstAt, lastAt })
    .from(listeningGuests)
    .where(and(inArray(linkId, [...linkIds]), gt(lastAt, keptSince(now))))
    .orderBy(desc(lastAt), asc(id));
  if (guests.length === 0) return [];
  const heard = await db
    .select()
    .from(listeningVisits)
    .where(
      inArray(
        listeningVisits.guestId,
        guests.map((guest) => guest.id),
      ),
    )
    .orderBy(desc(listeningVisits.lastAt));
  const byGuest = Map.groupBy(heard, ({ guestId }) => guestId);
  return guests.map((guest) => ({ ...guest, heard: byGuest.get(guest.id) ?? [] }));
}

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

/**
 * Lists a project's listening links with visitors and targets, newest first. The token of a link is null if it was
 * created with another secret: it still works, but cannot be shown again.
 */
export async function findLinks(
  db: Db,
  { now, secret }: { readonly now: Date; readonly secret: string },
  project: SharedProject,
) {
  const projectId = project.id;
  const links = await db
    .select({ ...getTableColumns(listeningLinks), isOpen: sql<boolean>`${isOpen(now)}` })
    .from(listeningLinks)
    .where(and(eq(listeningLinks.projectId, projectId), hasTarget))
    .orderBy(desc(listeningLinks.madeAt), desc(listeningLinks.id));
  const guests = await listGuests(
    db,
    now,
    links.map(({ id }) => id),
  );
  const byLink = Map.groupBy(guests, ({ linkId }) => linkId);
  return {
    project,
    files: (await listProjectFiles(db, projectId)).filter((file) => isPlayed(file)),
    links: links.map(({ passwordHash: password, tokenHash, ...link }) => ({
      ...link,
      token: shownToken(secret, link.id, tokenHash),
      hasPassword: password !== null,
      guests: byLink.get(link.id) ?? [],
    })),
  };
}

export type FoundLinks = Awaited<ReturnType<typeof findLinks>>;

export type ListedLink = FoundLinks['links'][number];
