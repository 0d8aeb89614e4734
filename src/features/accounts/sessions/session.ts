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

type Somebody = { readonly id: string; readonly name: string; readonly email: string };

/** A member of the studio's team. */
export type Member = Somebody & { readonly role: 'team' };

/** A client's person. `clientId` owns what is the client's; `id` is the person who did something. */
export type ClientPerson = Somebody & {
  readonly role: 'client';
  readonly clientId: string;
  readonly may: Permission;
};

/** A signed-in person. */
export type Person = Member | ClientPerson;

/** A browser whose cookie the database knows. */
export type Session = {
  readonly id: string;
  readonly person: Person;
  /** False for a member of the team whose second factor is still due: such a session opens nothing but that step. */
  readonly isComplete: boolean;
  /** True if they confirmed within the last minutes that it is them. Actions that cannot be undone require it. */
  readonly isRecent: boolean;
};

/** For how long a sign-in, a mailed code or a passkey counts as a recent confirmation. */
const proofMs = 10 * minuteMs;

/** How long a session lives without a request, and at most. A client listens now and then, and signs in by mail each time. */
export const sessionLives: Readonly<Record<Role, { idleMs: number; longestMs: number }>> = {
  client: { idleMs: 30 * dayMs, longestMs: 180 * dayMs },
  team: { idleMs: 30 * minuteMs, longestMs: 8 * hourMs },
};

/** The channel on which every process hears the id of a session whose streams end: it was ended, or may see other things now. */
export const sessionEndedChannel = 'session_ended';

/** Opens a session; returns the token for its cookie, which is kept as a hash alone. */
export async function openSession(
  tx: Db,
  now: Date,
  person: { id: string; role: Role },
  userAgent: string,
): Promise<{ sessionId: string; token: string; maxAgeSeconds: number }> {
  const sessionId = uuidv7();
  const token = randomToken();
  const { longestMs } = sessionLives[person.role];
  await tx.insert(sessions).values({
    id: sessionId,
    tokenHash: tokenHashOf(token),
    personId: person.id,
    role: person.role,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    seenAt: now,
    provedAt: now,
    expiresAt: new Date(now.getTime() + longestMs),
  });
  return { sessionId, token, maxAgeSeconds: longestMs / 1000 };
}

/** Matches sessions that are neither too old nor too long without a request. */
function aliveSessions(now: Date): SQL | undefined {
  const since = (role: Role) => new Date(now.getTime() - sessionLives[role].idleMs);
  const inUse = (['client', 'team'] as const).map((role) =>
    and(eq(sessions.role, role), gt(sessions.seenAt, since(role))),
  );
  return and(gt(sessions.expiresAt, now), or(...inUse));
}

/** Turns a row into a person. Throws if a client's person has no client, which the database prevents. */
function personOf({
  role,
  clientId,
  may,
  ...somebody
}: Somebody & {
  readonly role: Role;
  readonly clientId: string | null;
  readonly may: Permission | null;
}): Person {
  if (role === 'team') return { ...somebody, role };
  if (clientId === null || may === null) throw new Error('A person of no client');
  return { ...somebody, role, clientId, may };
}

/**
 * The session of a cookie's token: alive, of a person who may sign in and still has the role it was opened for. A visit lets it
 * live on.
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
        may: people.may,
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

/** Records that the person has confirmed in this session that it is them. */
export async function proveSession(tx: Db, now: Date, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
}

async function end(tx: Db, which: SQL | undefined): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning({ id: sessions.id });
  for (const { id } of ended) await tx.execute(sql`select pg_notify(${sessionEndedChannel}, ${id})`);
  return ended.length;
}

/** Ends the streams that this person's pages hold open; they come back with what the person may by then. */
export async function restartStreamsOf(tx: Db, personId: string): Promise<void> {
  const open = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.personId, personId));
  for (const { id } of open) await tx.execute(sql`select pg_notify(${sessionEndedChannel}, ${id})`);
}

/** Ends one session of this person; false when they have none of this id. */
export async function endSession(tx: Db, personId: string, sessionId: string): Promise<boolean> {
  return (await end(tx, and(eq(sessions.id, sessionId), eq(sessions.personId, personId)))) > 0;
}

/** Ends the session that this cookie's token opened, if it is still there. */
export async function endSessionOfToken(tx: Db, token: string): Promise<void> {
  await end(tx, eq(sessions.tokenHash, tokenHashOf(token)));
}

/** Ends every session of this person, but for one if it is named; returns how many. */
export async function endSessionsOf(tx: Db, personId: string, exceptId?: string): Promise<number> {
  const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  return end(tx, and(eq(sessions.personId, personId), others));
}

/** Deletes sessions that have ended, by rest or by age. */
export async function pruneSessions(db: Db, now: Date): Promise<void> {
  const alive = db.select({ id: sessions.id }).from(sessions).where(aliveSessions(now));
  await db.delete(sessions).where(notInArray(sessions.id, alive));
}

export type ListedSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
};

/** The browsers that a person is signed in with, the last seen first. */
export const listSessions = (db: Db, now: Date, personId: string): Promise<ListedSession[]> =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), aliveSessions(now)))
    .orderBy(desc(sessions.seenAt), desc(sessions.id));

/** Counts in how many browsers each of these people is signed in; people with none are left out. */
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

/** Which of these sessions are still alive. Asking does not make them live longer. */
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
