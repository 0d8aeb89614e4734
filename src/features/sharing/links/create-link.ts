import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProjectOf } from '#src/features/projects/change-project.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import { linkTokenOf, passwordHashOf } from './open-link.ts';
import { listeningLinks } from './listening.table.ts';

/** How long a link can be open, in days. */
export const linkDays = [1, 7, 14, 30, 90, 365] as const;
export const usualLinkDays = 14;

/** A shorter password could be tried out. */
export const shortestPassword = 8;

/** What a link opens: one file, always the newest version of a recording, or, with both null, the project. */
export type LinkTarget = Pick<typeof listeningLinks.$inferSelect, 'fileId' | 'recordingId'>;

export type NewLink = LinkTarget &
  Pick<typeof listeningLinks.$inferSelect, 'name' | 'mayComment' | 'mayDownload' | 'namesProject'> & {
    /** Made by the page, so that a repeated request makes one. */
    readonly id: string;
    readonly projectId: string;
    /** Null for none. */
    readonly password: string | null;
    readonly days: number;
  };

type LinkServices = QueueServices & Pick<Services, 'db' | 'secret'>;

/** Whether a project has what a link would open. */
async function hasTarget(tx: Db, projectId: string, { fileId, recordingId }: LinkTarget): Promise<boolean> {
  if (fileId === null && recordingId === null) return true;
  if (!validate(fileId ?? recordingId)) return false;
  const isIt = fileId === null ? eq(files.recordingId, recordingId ?? '') : eq(files.id, fileId);
  const found = await tx
    .select({ mediaType: files.mediaType })
    .from(files)
    .where(and(eq(files.projectId, projectId), isIt))
    .for('key share');
  return found.some((each) => isPlayed(each));
}

/**
 * Makes a listening link, of a client's project or, for the team, of any. The same id again changes nothing. Who may make links
 * is the caller's to know.
 */
export async function createLink(
  { db, clock, jobs, secret }: LinkServices,
  person: Person,
  { id, projectId, password, days, ...link }: NewLink,
): Promise<Outcome<'not-found'>> {
  const gone = { ok: false, reason: 'not-found' } as const;
  if (!validate(id)) return gone;
  const passwordHash = password === null ? null : await passwordHashOf(password);
  return db.transaction(async (tx): Promise<Outcome<'not-found'>> => {
    const project = await lockProjectOf(tx, person, projectId);
    if (!project || !(await hasTarget(tx, projectId, link))) return gone;
    const madeAt = clock.now();
    const expiresAt = new Date(madeAt.getTime() + days * dayMs);
    const made = { madeBy: person.id, madeByName: person.name, madeAt, expiresAt, passwordHash };
    const tokenHash = tokenHashOf(linkTokenOf(secret, id));
    const stored = await tx
      .insert(listeningLinks)
      .values({ id, projectId, tokenHash, ...link, ...made })
      .onConflictDoNothing()
      .returning({ id: listeningLinks.id });
    if (stored.length === 0) {
      const isSame = and(eq(listeningLinks.id, id), eq(listeningLinks.projectId, projectId));
      return (await tx.$count(listeningLinks, isSame)) > 0 ? { ok: true } : gone;
    }
    await announce(tx, { clock, jobs }, person, {
      kind: 'link-made',
      clientId: project.clientId,
      projectId,
      subjectId: id,
      details: { project: project.name, link: link.name },
    });
    return { ok: true };
  });
}

/** Ends a link at once, for the same people. Revoking it again changes nothing. */
export async function revokeLink(
  { db, clock, jobs }: Omit<LinkServices, 'secret'>,
  person: Person,
  { projectId, linkId }: { readonly projectId: string; readonly linkId: string },
): Promise<Outcome<'not-found'>> {
  const gone = { ok: false, reason: 'not-found' } as const;
  if (!validate(linkId)) return gone;
  return db.transaction(async (tx): Promise<Outcome<'not-found'>> => {
    const project = await lockProjectOf(tx, person, projectId);
    if (!project) return gone;
    const isIt = and(eq(listeningLinks.id, linkId), eq(listeningLinks.projectId, projectId));
    const [link] = await tx.select({ name: listeningLinks.name }).from(listeningLinks).where(isIt);
    if (!link) return gone;
    const revoked = await tx
      .update(listeningLinks)
      .set({ revokedAt: clock.now() })
      .where(and(isIt, isNull(listeningLinks.revokedAt)))
      .returning({ id: listeningLinks.id });
    if (revoked.length === 0) return { ok: true };
    await announce(tx, { clock, jobs }, person, {
      kind: 'link-revoked',
      clientId: project.clientId,
      projectId,
      subjectId: linkId,
      details: { project: project.name, link: link.name },
    });
    return { ok: true };
  });
}
