import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProjectOf, type LockedProject } from '#src/features/projects/projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { hasTargets, insertEntries, type LinkServices, type LinkSettings } from './create-link.ts';
import { passwordHashOf } from './open-link.ts';
import { listeningEntries, listeningGuests, listeningLinks } from './listening.table.ts';

export type LinkKey = { readonly projectId: string; readonly linkId: string };

export type LinkEdit = LinkKey &
  LinkSettings & {
    /** Null removes the password, undefined keeps it. */
    readonly password: string | null | undefined;
  };

type Changed = Outcome<'not-found'>;

const gone = { ok: false, reason: 'not-found' } as const;

/** Locks a link that was not revoked, with its project; null if this person has no such link. */
export async function lockLink(tx: Db, person: Person, { projectId, linkId }: LinkKey) {
  if (!validate(linkId)) return null;
  const project = await lockProjectOf(tx, person, projectId);
  if (!project) return null;
  const isIt = and(eq(listeningLinks.id, linkId), eq(listeningLinks.projectId, projectId));
  const [link] = await tx.select().from(listeningLinks).where(isIt).for('no key update');
  return link ? { project, link } : null;
}

/** Returns the announcement of a change of a link. */
export const aboutLink = (
  project: LockedProject,
  { id, name }: { readonly id: string; readonly name: string },
) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: id,
  details: { project: project.name, link: name },
});

/**
 * Changes a link, for the people who can create one. A new password locks the link for everyone who entered the old
 * one; a later end opens an expired link again. A revoked link stays as it is.
 */
export async function editLink(
  { db, clock, jobs }: Omit<LinkServices, 'secret'>,
  person: Person,
  { projectId, linkId, password, entries, showsAllComments, ...settings }: LinkEdit,
): Promise<Changed> {
  const passwordHash =
    password === null || password === undefined ? password : await passwordHashOf(password);
  return db.transaction(async (tx): Promise<Changed> => {
    const locked = await lockLink(tx, person, { projectId, linkId });
    if (!locked || locked.link.revokedAt) return gone;
    if (!(await hasTargets(tx, projectId, { ...settings, entries }))) return gone;
    await tx
      .update(listeningLinks)
      .set({
        ...settings,
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(person.role === 'team' ? { showsAllComments } : {}),
      })
      .where(eq(listeningLinks.id, linkId));
    await tx.delete(listeningEntries).where(eq(listeningEntries.linkId, linkId));
    await insertEntries(tx, linkId, { ...settings, entries });
    if (passwordHash)
      await tx.update(listeningGuests).set({ unlockedAt: null }).where(eq(listeningGuests.linkId, linkId));
    const about = aboutLink(locked.project, { id: linkId, name: settings.name });
    await announce(tx, { clock, jobs }, person, { kind: 'link-changed', ...about });
    return { ok: true };
  });
}

/** Revokes a link, for the same people. Idempotent. */
export async function revokeLink(
  { db, clock, jobs }: Omit<LinkServices, 'secret'>,
  person: Person,
  key: LinkKey,
): Promise<Changed> {
  return db.transaction(async (tx): Promise<Changed> => {
    const locked = await lockLink(tx, person, key);
    if (!locked) return gone;
    const revoked = await tx
      .update(listeningLinks)
      .set({ revokedAt: clock.now() })
      .where(and(eq(listeningLinks.id, key.linkId), isNull(listeningLinks.revokedAt)))
      .returning({ id: listeningLinks.id });
    if (revoked.length === 0) return { ok: true };
    const about = aboutLink(locked.project, locked.link);
    await announce(tx, { clock, jobs }, person, { kind: 'link-revoked', ...about });
    return { ok: true };
  });
}
