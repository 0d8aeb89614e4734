import { and, asc, count, eq, isNotNull, isNull, max, ne, desc, inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { insertPerson, type Invited } from './invite-person.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { recordSecurityEvent, type Sender } from '../security-log/security-log.ts';

const teamActivityKinds = [
  'team-invited',
  'team-disabled',
  'team-enabled',
  'money-allowed',
  'money-forbidden',
  'passkeys-reset',
  'passkey-added',
  'passkey-removed',
  'trusted-days-set',
  'email-texts-on',
  'email-texts-off',
] as const;

export type TeamActivityEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actorName: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, string>>;
};

const shown = 20;

/** Lists the latest activity about the team, the last first. */
export const listTeamActivity = (db: Db): Promise<TeamActivityEntry[]> =>
  db
    .select({
      id: activity.id,
      at: activity.at,
      actorName: activity.actorName,
      kind: activity.kind,
      details: activity.details,
    })
    .from(activity)
    .where(inArray(activity.kind, [...teamActivityKinds]))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(shown);

export type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly canSeeMoney: boolean;
  readonly passkeys: number;
  /** When they were last seen in a session that still exists; null if there is none. */
  readonly seenAt: Date | null;
};

/** Lists the team's members, active ones first. */
export async function listTeam(db: Db): Promise<Member[]> {
  const keys = db
    .select({ personId: passkeys.personId, keys: count().as('keys') })
    .from(passkeys)
    .groupBy(passkeys.personId)
    .as('keys');
  const seen = db
    .select({ personId: sessions.personId, seenAt: max(sessions.seenAt).as('seen_at') })
    .from(sessions)
    .groupBy(sessions.personId)
    .as('seen');
  const members = await db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      disabledAt: people.disabledAt,
      canSeeMoney: people.canSeeMoney,
      keys: keys.keys,
      seenAt: seen.seenAt,
    })
    .from(people)
    .leftJoin(keys, eq(keys.personId, people.id))
    .leftJoin(seen, eq(seen.personId, people.id))
    .where(eq(people.role, 'team'))
    .orderBy(asc(people.createdAt), asc(people.id));
  return members
    .map(({ disabledAt, keys: passkeyCount, ...member }) => ({
      ...member,
      isActive: disabledAt === null,
      passkeys: passkeyCount ?? 0,
    }))
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive));
}

type Inviting = QueueMoment & { readonly actor: Actor };

/** Adds a team member and queues their email, in one transaction. */
export async function inviteMember(
  db: Db,
  { now, jobs, actor }: Inviting,
  { email, name }: { email: string; name: string },
): Promise<Invited> {
  return db.transaction(async (tx) => {
    const invited = await insertPerson(tx, now, { email, name });
    if (!invited.ok) return invited;
    const asked = { emailKey: emailKeyOf(email), reason: 'invited', next: '/desk' } as const;
    await requestSignInMail(tx, { jobs, now }, asked);
    const details = { person: name, email };
    await recordActivity(tx, now, actor, { kind: 'team-invited', subjectId: invited.personId, details });
    return invited;
  });
}

const memberIs = (id: string) => and(eq(people.id, id), eq(people.role, 'team'));

/** Queues another email with a code and a link for a member. Returns false if there is no such active member. */
export async function mailMember(
  db: Db,
  { jobs, now }: Pick<Inviting, 'jobs' | 'now'>,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [member] = await tx
      .select({ emailKey: people.emailKey })
      .from(people)
      .where(and(memberIs(id), isNull(people.disabledAt)));
    if (!member) return false;
    await requestSignInMail(tx, { jobs, now }, { ...member, reason: 'invited', next: '/desk' });
    return true;
  });
}

export type Disabled = Outcome<'not-found' | 'oneself' | 'last' | 'last-money'>;

/**
 * Disables a member and ends their sessions, in one transaction. Refused for oneself, for the last active member, and for the last one
 * who may let others see money.
 */
export async function disableMember(db: Db, now: Date, actor: Actor, id: string): Promise<Disabled> {
  if (id === actor.id) return { ok: false, reason: 'oneself' };
  return db.transaction(async (tx) => {
    // Locked until the commit, so that two members who disable each other run one after the other.
    const active = await tx
      .select({ id: people.id, canSeeMoney: people.canSeeMoney })
      .from(people)
      .where(and(eq(people.role, 'team'), isNull(people.disabledAt)))
      .orderBy(asc(people.id))
      .for('update');
    if (active.every((member) => member.id === id)) return { ok: false, reason: 'last' };
    const withMoney = active.filter((member) => member.canSeeMoney);
    if (withMoney.length > 0 && withMoney.every((member) => member.id === id))
      return { ok: false, reason: 'last-money' };
    const [disabled] = await tx
      .update(people)
      .set({ disabledAt: now })
      .where(and(memberIs(id), isNull(people.disabledAt)))
      .returning({ name: people.name });
    if (!disabled) return { ok: false, reason: 'not-found' };
    await endSessionsOf(tx, id);
    const details = { person: disabled.name };
    await recordActivity(tx, now, actor, { kind: 'team-disabled', subjectId: id, details });
    return { ok: true };
  });
}

/**
 * Lets a member see invoices, quotes and amounts, or no longer; recorded in their security log. Refused for oneself, so that someone
 * always has the permission; changing nothing is not found.
 */
export async function allowMoney(
  db: Db,
  now: Date,
  { actor, sender }: { readonly actor: Actor; readonly sender: Sender },
  { id, isAllowed }: { readonly id: string; readonly isAllowed: boolean },
): Promise<Outcome<'not-found' | 'oneself'>> {
  if (id === actor.id) return { ok: false, reason: 'oneself' };
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(people)
      .set({ canSeeMoney: isAllowed })
      .where(and(memberIs(id), ne(people.canSeeMoney, isAllowed)))
      .returning({ name: people.name });
    if (!changed) return { ok: false, reason: 'not-found' };
    const kind = isAllowed ? 'money-allowed' : 'money-forbidden';
    await recordActivity(tx, now, actor, { kind, subjectId: id, details: { person: changed.name } });
    await recordSecurityEvent(tx, now, sender, { kind, personId: id, actorId: actor.id });
    return { ok: true };
  });
}

/** Lets a disabled member sign in again; false when there is no such member. */
export async function enableMember(db: Db, now: Date, actor: Actor, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [enabled] = await tx
      .update(people)
      .set({ disabledAt: null })
      .where(and(memberIs(id), isNotNull(people.disabledAt)))
      .returning({ name: people.name });
    if (!enabled) return false;
    const details = { person: enabled.name };
    await recordActivity(tx, now, actor, { kind: 'team-enabled', subjectId: id, details });
    return true;
  });
}
