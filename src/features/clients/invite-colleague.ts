import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { PersonKey } from '#src/features/accounts/people/clients.ts';
import { people, type Permission } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { insertPerson } from '#src/features/accounts/team/invite-person.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { listActivePeople, lockForPeople, rightOf } from './client-people.ts';

/** Maximum number of people per client; each is emailed and can be mentioned. */
export const mostPeople = 30;

type Invitation = {
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly permission: Permission;
};

/**
 * Restores access for a person removed by a colleague, but not for one disabled by the team. Returns their id; null if
 * there is no such person. The caller has locked the client and refused people with access.
 */
async function letInAgain(tx: Db, { clientId, name, email, permission }: Invitation): Promise<string | null> {
  const isThem = and(eq(people.clientId, clientId), eq(people.emailKey, emailKeyOf(email)));
  const [known] = await tx.select({ id: people.id }).from(people).where(isThem);
  if (!known) return null;
  const isEnd = inArray(activity.kind, ['person-removed', 'person-disabled']);
  const [last] = await tx
    .select({ kind: activity.kind })
    .from(activity)
    .where(and(eq(activity.clientId, clientId), eq(activity.subjectId, known.id), isEnd))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  if (last?.kind !== 'person-removed') return null;
  await tx.update(people).set({ disabledAt: null, name, permission }).where(eq(people.id, known.id));
  return known.id;
}

/**
 * Invites a person to a client. If the address is taken, the team gets `exists`. A client only learns about their own
 * people: for any other taken address they see an unanswered invitation, and the team sees the reason in the activity.
 */
export async function inviteColleague(
  db: Db,
  services: QueueServices,
  actor: Person,
  invitation: Invitation,
): Promise<Outcome<'not-found' | 'exists' | 'too-many'>> {
  const { clientId, name, email, permission } = invitation;
  return db.transaction(async (tx): Promise<Outcome<'not-found' | 'exists' | 'too-many'>> => {
    if (!(await lockForPeople(tx, actor, clientId))) return { ok: false, reason: 'not-found' };
    // The team does not see failed invitations.
    const colleagues =
      actor.role === 'team' ? await listActivePeople(tx, clientId) : await listColleagues(tx, clientId);
    const isThere = colleagues.some((one) => emailKeyOf(one.email) === emailKeyOf(email));
    if (isThere) return { ok: false, reason: 'exists' };
    if (colleagues.length >= mostPeople) return { ok: false, reason: 'too-many' };
    const now = services.clock.now();
    const invited = await insertPerson(tx, now, { name, email, of: { clientId, permission } });
    if (!invited.ok && actor.role === 'team') return invited;
    const personId = invited.ok ? invited.personId : await letInAgain(tx, invitation);
    const subjectId = personId ?? (await findRefused(tx, clientId, email)) ?? uuidv7();
    const details = { person: name, email, may: permission };
    await announce(tx, services, actor, {
      kind: 'person-invited',
      clientId,
      projectId: null,
      subjectId,
      details,
    });
    const asked = { emailKey: emailKeyOf(email), reason: 'joined', next: '/portal' } as const;
    if (personId !== null) await requestSignInMail(tx, { jobs: services.jobs, now }, asked);
    else await recordActivity(tx, now, actor, { kind: 'invitation-refused', clientId, subjectId, details });
    return { ok: true };
  });
}

/**
 * Returns the id of an earlier invitation to this address that created no person; null if there is none. A repeated
 * invitation reuses it, as for a person whose access is restored.
 */
async function findRefused(tx: Db, clientId: string, email: string): Promise<string | null> {
  const isRefused = and(eq(activity.clientId, clientId), eq(activity.kind, 'invitation-refused'));
  const isTheirs = sql`lower(${activity.details} ->> 'email') = ${emailKeyOf(email)}`;
  const [known] = await tx
    .select({ id: activity.subjectId })
    .from(activity)
    .where(and(isRefused, isTheirs))
    .limit(1);
  return known?.id ?? null;
}

/**
 * Returns invitations that created no person and were not withdrawn: the latest per address, with the time of the
 * first.
 */
const listUnanswered = (db: Db, clientId: string) =>
  db
    .selectDistinctOn([activity.subjectId], {
      id: activity.subjectId,
      details: activity.details,
      at: sql<Date>`min(${activity.at}) over (partition by ${activity.subjectId})`.mapWith(activity.at),
    })
    .from(activity)
    .where(
      and(
        eq(activity.clientId, clientId),
        eq(activity.kind, 'invitation-refused'),
        sql`not exists (select from activity as later where later.client_id = ${clientId}
          and later.kind = 'person-removed' and later.subject_id = activity.subject_id
          and (later.at, later.id) > (select max(again.at), max(again.id::text)::uuid from activity as again
            where again.kind = 'invitation-refused' and again.subject_id = activity.subject_id))`,
      ),
    )
    .orderBy(activity.subjectId, desc(activity.at), desc(activity.id));

export type Colleague = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly permission: Permission;
  /** True if they have not signed in yet. */
  readonly isPending: boolean;
  /** Time of the first invitation. */
  readonly since: Date;
};

/**
 * Returns the people a client sees as having access or being invited, approvers first. An invitation that created no
 * person is listed like one that did.
 */
export async function listColleagues(db: Db, clientId: string): Promise<Colleague[]> {
  const active = (await listActivePeople(db, clientId)).map(
    ({ lookedAt, createdAt, permission, ...person }) => ({
      ...person,
      permission: permission ?? 'listen',
      isPending: lookedAt === null,
      since: createdAt,
    }),
  );
  const known = new Set(active.map(({ email }) => emailKeyOf(email)));
  const unanswered = (await listUnanswered(db, clientId)).flatMap(({ id, details, at }): Colleague[] => {
    const { person: name, email, may } = details;
    // Skips erased invitations, and those of people who now have access.
    if (id === null || name === undefined || email === undefined || known.has(emailKeyOf(email))) return [];
    return [{ id, name, email, permission: rightOf(may) ?? 'listen', isPending: true, since: at }];
  });
  return [...active, ...unanswered].toSorted(
    (one, other) =>
      one.permission.localeCompare(other.permission) ||
      one.since.getTime() - other.since.getTime() ||
      one.id.localeCompare(other.id),
  );
}

/** Withdraws an invitation that created no person; returns false if there is none. */
export async function withdrawInvitation(
  db: Db,
  services: QueueServices,
  actor: Person,
  { clientId, personId: subjectId }: PersonKey,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockForPeople(tx, actor, clientId))) return false;
    const known = (await listUnanswered(tx, clientId)).find(({ id }) => id === subjectId);
    if (!known) return false;
    const details = { person: known.details['person'] ?? '' };
    await announce(tx, services, actor, {
      kind: 'person-removed',
      clientId,
      projectId: null,
      subjectId,
      details,
    });
    return true;
  });
}
