import { people, type Permission, type Role } from '#src/features/accounts/people/person.table.ts';
import {
  and,
  count,
  eq,
  exists,
  gt,
  isNull,
  lt,
  ne,
  or,
  sql,
  desc,
  inArray,
  notInArray,
  type SQL,
} from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/database.ts';
import { storeIfRoom } from '#src/platform/database/sql-state.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { randomToken, tokenHashOf } from '../people/tokens.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import { sessions } from './session.table.ts';

type Identity = { readonly id: string; readonly name: string; readonly email: string };

/** A member of the studio's team. Invoices, quotes and amounts are shown only to those with `canSeeMoney`. */
export type Member = Identity & { readonly role: 'team'; readonly canSeeMoney: boolean };

/** A client's person. `clientId` owns what is the client's; `id` is the person who did something. */
export type ClientPerson = Identity & {
  readonly role: 'client';
  readonly clientId: string;
  readonly permission: Permission;
};

/** A signed-in person. */
export type Person = Member | ClientPerson;

/** A signed-in browser. */
export type Session = {
  readonly id: string;
  readonly person: Person;
  /** False for a team member whose second factor is still due: such a session allows only that step. */
  readonly isComplete: boolean;
  /** True if they confirmed their identity in the last ten minutes. Actions that cannot be undone require it. */
  readonly isRecent: boolean;
};

/** Returns true if a session's person is a team member who may see invoices, quotes and amounts. */
export const canSeeMoney = (session: Pick<Session, 'person'> | null): boolean =>
  session?.person.role === 'team' && session.person.canSeeMoney;

/** How long a sign-in, an emailed code or a passkey counts as a recent confirmation. */
const proofMs = 10 * minuteMs;

/** How long a session lasts without a request, and at most. */
export const sessionLives: Readonly<Record<Role, { idleMs: number; longestMs: number }>> = {
  client: { idleMs: 30 * dayMs, longestMs: 180 * dayMs },
  team: { idleMs: 30 * minuteMs, longestMs: 8 * hourMs },
};

/** The database channel for ids of sessions whose streams end: the session ended, or its permission changed. */
export const sessionEndedChannel = 'session_ended';

/**
 * Opens a session, which a device that is trusted for some days keeps without being used. Returns the token for its cookie, of which only the
 * hash is stored.
 */
export async function openSession(
  tx: Db,
  now: Date,
  person: { id: string; role: Role },
  userAgent: string,
  trustedDays = 0,
): Promise<{ sessionId: string; token: string; maxAgeSeconds: number }> {
  const sessionId = uuidv7();
  const token = randomToken();
  const longestMs = trustedDays > 0 ? trustedDays * dayMs : sessionLives[person.role].longestMs;
  const expiresAt = new Date(now.getTime() + longestMs);
  await tx.insert(sessions).values({
    id: sessionId,
    tokenHash: tokenHashOf(token),
    personId: person.id,
    role: person.role,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    seenAt: now,
    provedAt: now,
    expiresAt,
    trustedUntil: trustedDays > 0 ? expiresAt : null,
  });
  return { sessionId, token, maxAgeSeconds: longestMs / 1000 };
}

/** Matches sessions that are neither too old nor, unless the device is trusted, idle for too long. */
function aliveSessions(now: Date): SQL | undefined {
  const since = (role: Role) => new Date(now.getTime() - sessionLives[role].idleMs);
  const inUse = (['client', 'team'] as const).map((role) =>
    and(eq(sessions.role, role), gt(sessions.seenAt, since(role))),
  );
  return and(gt(sessions.expiresAt, now), or(gt(sessions.trustedUntil, now), ...inUse));
}

/** Turns a row into a person. Throws if a client's person has no client, which the database prevents. */
function personOf({
  role,
  clientId,
  permission,
  canSeeMoney: hasMoney,
  ...identity
}: Identity & {
  readonly role: Role;
  readonly clientId: string | null;
  readonly permission: Permission | null;
  readonly canSeeMoney: boolean;
}): Person {
  if (role === 'team') return { ...identity, role, canSeeMoney: hasMoney };
  if (clientId === null || permission === null) throw new Error('A person of no client');
  return { ...identity, role, clientId, permission };
}

/**
 * Finds the session of a cookie's token: alive, of a person who may sign in and still has the role it was opened for. A visit
 * extends it.
 */
export async function findSession(
  db: Db,
  now: Date,
  token: string,
  { rule, isVisit }: { readonly rule: Config['teamPasskeys']; readonly isVisit: boolean },
): Promise<Session | null> {
  const ownPasskeys = db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.personId, people.id));
  const [found] = await db
    .select({
      id: sessions.id,
      seenAt: sessions.seenAt,
      confirmedAt: sessions.confirmedAt,
      provedAt: sessions.provedAt,
      hasPasskey: sql<boolean>`${exists(ownPasskeys)}`,
      person: {
        id: people.id,
        role: people.role,
        name: people.name,
        email: people.email,
        clientId: people.clientId,
        permission: people.permission,
        canSeeMoney: people.canSeeMoney,
      },
    })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.role, sessions.role)))
    .where(and(eq(sessions.tokenHash, tokenHashOf(token)), aliveSessions(now), isNull(people.disabledAt)));
  if (!found) return null;
  const { id, seenAt, confirmedAt, provedAt, hasPasskey } = found;
  const person = personOf(found.person);
  if (isVisit && now.getTime() - seenAt.getTime() > minuteMs) {
    const minuteAgo = new Date(now.getTime() - minuteMs);
    await storeIfRoom(() =>
      db
        .update(sessions)
        .set({ seenAt: now })
        .where(and(eq(sessions.id, id), lt(sessions.seenAt, minuteAgo))),
    );
  }
  const needsFactor = person.role === 'team' && (hasPasskey || rule === 'required');
  return {
    id,
    person,
    isComplete: !needsFactor || confirmedAt !== null,
    isRecent: provedAt !== null && now.getTime() - provedAt.getTime() < proofMs,
  };
}

/** Records that the person has confirmed their identity in this session. */
export async function proveSession(tx: Db, now: Date, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
}

async function end(tx: Db, which: SQL | undefined): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning({ id: sessions.id });
  for (const { id } of ended) await tx.execute(sql`select pg_notify(${sessionEndedChannel}, ${id})`);
  return ended.length;
}

/** Ends the open streams of this person's pages, which reconnect with the current permission. */
export async function restartStreamsOf(tx: Db, personId: string): Promise<void> {
  const open = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.personId, personId));
  for (const { id } of open) await tx.execute(sql`select pg_notify(${sessionEndedChannel}, ${id})`);
}

/** Ends one session of this person. Returns false if they have none with this id. */
export async function endSession(tx: Db, personId: string, sessionId: string): Promise<boolean> {
  return (await end(tx, and(eq(sessions.id, sessionId), eq(sessions.personId, personId)))) > 0;
}

/** Ends the session of this cookie's token, if it still exists. */
export async function endSessionOfToken(tx: Db, token: string): Promise<void> {
  await end(tx, eq(sessions.tokenHash, tokenHashOf(token)));
}

/** Ends every session of this person, except `exceptId` if given. Returns how many. */
export async function endSessionsOf(tx: Db, personId: string, exceptId?: string): Promise<number> {
  const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  return end(tx, and(eq(sessions.personId, personId), others));
}

/** Deletes sessions that have expired, by idleness or by age. */
export async function pruneSessions(db: Db, now: Date): Promise<void> {
  const alive = db.select({ id: sessions.id }).from(sessions).where(aliveSessions(now));
  await db.delete(sessions).where(notInArray(sessions.id, alive));
}

export type ListedSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** Null if the device is not trusted. */
  readonly trustedUntil: Date | null;
};

/** Lists the sessions of a person, the last used first. */
export const listSessions = (db: Db, now: Date, personId: string): Promise<ListedSession[]> =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      trustedUntil: sessions.trustedUntil,
    })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), aliveSessions(now)))
    .orderBy(desc(sessions.seenAt), desc(sessions.id));

/** Counts the open sessions of each of these people; people without one are left out. */
export async function countSessions(
  db: Db,
  now: Date,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counted = await db
    .select({ personId: sessions.personId, open: count() })
    .from(sessions)
    .where(and(inArray(sessions.personId, [...personIds]), aliveSessions(now)))
    .groupBy(sessions.personId);
  return new Map(counted.map(({ personId, open }) => [personId, open]));
}

/** Returns those of these sessions that are still alive. Does not extend them. */
export async function listAliveSessions(
  db: Db,
  now: Date,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const alive = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.role, sessions.role)))
    .where(and(inArray(sessions.id, [...ids]), aliveSessions(now), isNull(people.disabledAt)));
  return new Set(alive.map(({ id }) => id));
}
