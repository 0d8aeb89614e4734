import { eq, lt, sql, type SQL, aliasedTable, desc, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { networkOf, type Origin } from '#src/platform/client-address.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import { securityLog, type SecurityEventKind } from './security-log.table.ts';

const shown = 100;

/** Lists these people's sign-ins, exports and other entries of their security logs, the latest first. */
export async function listSecurityLog(db: Db, personIds: readonly string[]) {
  const actor = aliasedTable(people, 'actor');
  const { at, kind, subjectId, userAgent, network, details, times, id, actorId } = securityLog;
  return db
    .select({
      id,
      at,
      kind,
      subjectId,
      userAgent,
      network,
      details,
      times,
      isRest,
      actorId,
      actorName: actor.name,
    })
    .from(securityLog)
    .leftJoin(actor, eq(actor.id, securityLog.actorId))
    .where(inArray(securityLog.personId, [...personIds]))
    .orderBy(desc(at), desc(id))
    .limit(shown);
}

export type SecurityLogRow = Awaited<ReturnType<typeof listSecurityLog>>[number];

/** The browser that a request came from, and its network. */
export type Sender = { readonly userAgent: string; readonly network: string };

/** The sender of events that a command or the product itself causes. */
export const noSender: Sender = { userAgent: '', network: '' };

export const senderOf = ({ headers }: Pick<Request, 'headers'>, client: Origin): Sender => ({
  userAgent: headers.get('user-agent') ?? '',
  network: networkOf(client.address),
});

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  /** The person it concerns. */
  readonly personId: string;
  /** The person who did it; the person it concerns if it is not given. */
  readonly actorId?: string | null;
  readonly subjectId?: string | null;
  readonly details?: Readonly<Record<string, string>>;
};

const longestUserAgent = 300;

const hourOf = (now: Date) => Math.floor(now.getTime() / hourMs);

const rowOf = (now: Date, { userAgent, network }: Sender) => ({
  id: uuidv7(),
  at: now,
  userAgent: userAgent.slice(0, longestUserAgent),
  network,
});

/** Records an event in the security log, in the caller's transaction. Returns its id. */
export async function recordSecurityEvent(
  tx: Db,
  now: Date,
  sender: Sender,
  { personId, actorId = personId, details = {}, ...entry }: SecurityEvent,
): Promise<string> {
  const row = rowOf(now, sender);
  await tx.insert(securityLog).values({ ...row, ...entry, personId, actorId, details });
  return row.id;
}

/** The most entries of one kind and subject in an hour; further senders share one more. */
const mostAnHour = 4;

/** The suffix of that entry's repeat key; it names neither browser nor network, because it counts several. */
const restKey = 'rest';

const isRest = sql<boolean>`coalesce(${securityLog.repeatKey} like ${`% ${restKey}`}, false)`;

type Counted = Omit<SecurityEvent, 'personId'>;

/**
 * Records an event that anyone can cause any number of times, for the matched person: within an hour there is one entry per browser
 * and network, with a count. If no person matches, the same statement records nothing.
 */
async function recordCounted(
  db: Db,
  now: Date,
  sender: Sender,
  { isWho, kind, actorId, subjectId = null, details = {} }: Counted & { readonly isWho: SQL },
): Promise<void> {
  const { id, userAgent, network } = rowOf(now, sender);
  const about = sql`concat(${kind}::text, ' ', ${people.id}, ${` ${subjectId ?? ''} ${hourOf(now)} `}::text)`;
  const own = sql`concat(${about}, ${`${network} ${deviceNameOf(userAgent)}`}::text)`;
  const hour = new Date(hourOf(now) * hourMs).toISOString();
  const hasRoom = sql`(exists (select 1 from security_log where repeat_key = ${own}) or (
    select count(*) from security_log as kept
    where kept.person_id = ${people.id} and kept.at >= ${hour}::timestamptz and starts_with(kept.repeat_key, ${about})
  ) < ${mostAnHour})`;
  const ownOr = (text: string) => sql`case when ${hasRoom} then ${text}::text else '' end`;
  const entry = db
    .select({
      id: sql`${id}::uuid`.as('id'),
      at: sql`${now.toISOString()}::timestamptz`.as('at'),
      personId: people.id,
      actorId: sql`${actorId === undefined ? people.id : actorId}::uuid`.as('actor_id'),
      kind: sql`${kind}::text`.as('kind'),
      subjectId: sql`${subjectId}::uuid`.as('subject_id'),
      userAgent: ownOr(userAgent).as('user_agent'),
      network: ownOr(network).as('network'),
      details: sql`${JSON.stringify(details)}::json`.as('details'),
      times: sql`1`.as('times'),
      repeatKey: sql`case when ${hasRoom} then ${own} else concat(${about}, ${restKey}::text) end`.as(
        'repeat_key',
      ),
    })
    .from(people)
    .where(isWho);
  await db
    .insert(securityLog)
    .select(entry)
    .onConflictDoUpdate({
      target: securityLog.repeatKey,
      set: { times: sql`${securityLog.times} + 1`, at: now },
    });
}

/** Records an event about a person that can be caused any number of times, also by an unknown actor. */
export const recordRepeatable = (db: Db, now: Date, sender: Sender, { personId, ...entry }: SecurityEvent) =>
  recordCounted(db, now, sender, { ...entry, isWho: eq(people.id, personId) });

/** Records a failed sign-in for the person with this address, if there is one. */
export const recordFailedSignIn = (db: Db, now: Date, sender: Sender, emailKey: string) =>
  recordCounted(db, now, sender, {
    kind: 'sign-in-failed',
    actorId: null,
    isWho: eq(people.emailKey, emailKey),
  });

/** How long the security log is kept. */
export const securityLogDays = 90;

/** Deletes entries older than `securityLogDays`. */
export async function pruneSecurityLog(db: Db, now: Date): Promise<void> {
  await db
    .delete(securityLog)
    .where(lt(securityLog.at, new Date(now.getTime() - securityLogDays * 24 * hourMs)));
}

/** Deletes a person's entries. Entries about others stay, without this person as the actor. */
export async function eraseSecurityLogOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(securityLog).where(eq(securityLog.personId, personId));
  await tx.update(securityLog).set({ actorId: null }).where(eq(securityLog.actorId, personId));
}
