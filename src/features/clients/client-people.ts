import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { lockClient, isPersonOf, type PersonKey } from '#src/features/accounts/people/clients.ts';
import { people, permissions, type Permission } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { endSessionsOf, restartStreamsOf, type Person } from '#src/features/accounts/sessions/session.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { ChangeKind } from '#src/features/notifications/kinds/change-kinds.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';

/** Returns the posted permission; null for an unknown value. */
export const rightOf = (word: string | undefined): Permission | null =>
  permissions.find((right) => right === word) ?? null;

/**
 * Locks a client to change its people. The actor is a team member or one of the client's approvers, which is checked
 * again under the lock. Returns false if they are not allowed to, or there is no such client.
 */
export async function lockForPeople(tx: Db, actor: Person, clientId: string): Promise<boolean> {
  if (!(await lockClient(tx, clientId))) return false;
  if (actor.role === 'team') return true;
  if (actor.clientId !== clientId) return false;
  const isOne = and(eq(people.id, actor.id), eq(people.clientId, clientId), eq(people.permission, 'approve'));
  return (await tx.$count(people, and(isOne, isNull(people.disabledAt)))) > 0;
}

type Changed = Partial<Pick<typeof people.$inferInsert, 'disabledAt' | 'permission'>>;

/**
 * Changes a client's person if they match, and announces it. Returns false if there is no such person, or it is the
 * actor.
 */
async function changePerson(
  db: Db,
  services: QueueServices,
  actor: Person,
  key: PersonKey,
  {
    kind,
    set,
    isActive,
    after,
  }: {
    readonly kind: ChangeKind;
    readonly set: Changed;
    readonly isActive: boolean;
    readonly after?: (tx: Db) => Promise<unknown>;
  },
): Promise<boolean> {
  const { clientId, personId } = key;
  if (actor.id === personId) return false;
  return db.transaction(async (tx) => {
    if (!(await lockForPeople(tx, actor, clientId))) return false;
    const isOpen = isActive ? isNull(people.disabledAt) : isNotNull(people.disabledAt);
    const [changed] = await tx
      .update(people)
      .set(set)
      .where(and(isPersonOf(key), isOpen))
      .returning({ name: people.name, permission: people.permission });
    if (!changed) return false;
    await after?.(tx);
    const details = { person: changed.name, may: changed.permission ?? '' };
    await announce(tx, services, actor, { kind, clientId, projectId: null, subjectId: personId, details });
    return true;
  });
}

/** Ends a person's access and sessions immediately: disabled by the team, or removed by an approving colleague. */
export const endAccess = (db: Db, services: QueueServices, actor: Person, key: PersonKey) =>
  changePerson(db, services, actor, key, {
    kind: actor.role === 'team' ? 'person-disabled' : 'person-removed',
    set: { disabledAt: services.clock.now() },
    isActive: true,
    after: (tx) => endSessionsOf(tx, key.personId),
  });

/** Enables a client's disabled person to sign in again; returns false if there is no such person. */
export const enablePerson = (db: Db, services: QueueServices, actor: Person, key: PersonKey) =>
  changePerson(db, services, actor, key, {
    kind: 'person-enabled',
    set: { disabledAt: null },
    isActive: false,
  });

/** Changes the permission of a client's person; their open pages update immediately. */
export const changeMay = (
  db: Db,
  services: QueueServices,
  actor: Person,
  { permission, ...key }: PersonKey & { readonly permission: Permission },
) =>
  changePerson(db, services, actor, key, {
    kind: 'rights-changed',
    set: { permission },
    isActive: true,
    after: (tx) => restartStreamsOf(tx, key.personId),
  });

/**
 * Queues another email with a code and a link for a client's active person; returns false if there is no such person.
 */
export async function mailPerson(
  db: Db,
  { clock, jobs }: QueueServices,
  actor: Person,
  key: PersonKey,
): Promise<boolean> {
  const { clientId, personId } = key;
  return db.transaction(async (tx) => {
    if (!(await lockForPeople(tx, actor, clientId))) return false;
    const [person] = await tx
      .select({ emailKey: people.emailKey })
      .from(people)
      .where(and(isPersonOf(key), isNull(people.disabledAt)));
    if (!person) return false;
    const asked = { ...person, reason: 'joined', next: '/portal' } as const;
    const now = clock.now();
    await requestSignInMail(tx, { jobs, now }, asked);
    await recordActivity(tx, now, actor, { kind: 'sign-in-mail-asked', clientId, subjectId: personId });
    return true;
  });
}

/** Returns the people of a client who can sign in, approvers first. */
export const listActivePeople = (db: Db, clientId: string) =>
  db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      permission: people.permission,
      lookedAt: people.lookedAt,
      createdAt: people.createdAt,
    })
    .from(people)
    .where(and(eq(people.clientId, clientId), isNull(people.disabledAt)))
    .orderBy(asc(people.permission), asc(people.createdAt), asc(people.id));
