import { eq, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { networkOf, type Origin } from '#src/platform/client-address.ts';
import type { Db } from '#src/platform/database/database.ts';
import { signInTrail, type TrailKind } from './trail.table.ts';

/** The browser that a request came from, and its network. */
export type Sender = { readonly userAgent: string; readonly network: string };

/** Where a command or the product itself does something. */
export const noSender: Sender = { userAgent: '', network: '' };

export const senderOf = ({ headers }: Pick<Request, 'headers'>, client: Origin): Sender => ({
  userAgent: headers.get('user-agent') ?? '',
  network: networkOf(client.address),
});

export type TrailEntry = {
  readonly kind: TrailKind;
  /** Whom it concerns. */
  readonly personId: string;
  /** Who did it; without one, whom it concerns. */
  readonly actorId?: string | null;
  readonly subjectId?: string | null;
  readonly details?: Readonly<Record<string, string>>;
};

const longestUserAgent = 300;
const hourMs = 3600_000;

const hourOf = (now: Date) => Math.floor(now.getTime() / hourMs);

const rowOf = (now: Date, { userAgent, network }: Sender) => ({
  id: uuidv7(),
  at: now,
  userAgent: userAgent.slice(0, longestUserAgent),
  network,
});

/** Records what happened, in the caller's transaction. Returns the entry's id. */
export async function recordTrail(
  tx: Db,
  now: Date,
  sender: Sender,
  { personId, actorId = personId, details = {}, ...entry }: TrailEntry,
): Promise<string> {
  const row = rowOf(now, sender);
  await tx.insert(signInTrail).values({ ...row, ...entry, personId, actorId, details });
  return row.id;
}

const again = (now: Date) => ({
  target: signInTrail.repeatKey,
  set: { times: sql`${signInTrail.times} + 1`, at: now },
});

/** Records what somebody can cause as often as they like: within an hour it is one entry, which counts. */
export async function recordRepeatable(
  db: Db,
  now: Date,
  sender: Sender,
  { personId, actorId = personId, details = {}, kind, subjectId = null }: TrailEntry,
): Promise<void> {
  const repeatKey = [kind, personId, subjectId ?? '', hourOf(now)].join(' ');
  const row = { ...rowOf(now, sender), kind, personId, actorId, subjectId, details, repeatKey };
  await db.insert(signInTrail).values(row).onConflictDoUpdate(again(now));
}

/**
 * Records under whoever has this address that somebody failed to sign in as them. For an address that belongs to nobody the
 * same statement is run, and records nothing.
 */
export async function recordFailedSignIn(db: Db, now: Date, sender: Sender, emailKey: string): Promise<void> {
  const { id, userAgent, network } = rowOf(now, sender);
  const whose = db
    .select({
      id: sql`${id}::uuid`.as('id'),
      at: sql`${now.toISOString()}::timestamptz`.as('at'),
      personId: people.id,
      actorId: sql`null::uuid`.as('actor_id'),
      kind: sql`'sign-in-failed'`.as('kind'),
      subjectId: sql`null::uuid`.as('subject_id'),
      userAgent: sql`${userAgent}`.as('user_agent'),
      network: sql`${network}`.as('network'),
      details: sql`'{}'::json`.as('details'),
      times: sql`1`.as('times'),
      repeatKey: sql`concat('sign-in-failed ', ${people.id}, ' ', ${hourOf(now)}::bigint)`.as('repeat_key'),
    })
    .from(people)
    .where(eq(people.emailKey, emailKey));
  await db.insert(signInTrail).select(whose).onConflictDoUpdate(again(now));
}

/** How long the trail is kept. */
export const trailDays = 90;

/** Forgets what is older than the trail is kept. */
export async function pruneTrail(db: Db, now: Date): Promise<void> {
  await db.delete(signInTrail).where(lt(signInTrail.at, new Date(now.getTime() - trailDays * 24 * hourMs)));
}

/** Forgets somebody's trail. What others did stays, without who did it if it was them. */
export async function eraseTrailOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(signInTrail).where(eq(signInTrail.personId, personId));
  await tx.update(signInTrail).set({ actorId: null }).where(eq(signInTrail.actorId, personId));
}
