import { findHosts, findSettings } from '#src/features/calls/times/find-hosts.ts';
import { hoursOf } from '#src/features/calls/times/free-times.ts';
import type { Span } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { chatMembers } from '../conversation.table.ts';

const horizonMs = 14 * dayMs;

/**
 * Whether a visitor can request a person now. `closed`: outside the studio's hours; `backAt` is their next start, or
 * null if it is more than two weeks away. `nobody`: within the hours, but no member who takes chats has the desk
 * open.
 */
export type Availability =
  | { readonly kind: 'open' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'closed'; readonly backAt: Date | null };

/**
 * Returns whether the studio is open and when its next hours start (null if not within the span); null if there are
 * no hours at all.
 */
function chatHoursOf(
  hours: readonly Span[],
  now: Date,
): { readonly isOpen: boolean; readonly backAt: Date | null } | null {
  if (hours.length === 0) return null;
  const nowMs = now.getTime();
  const isOpen = hours.some(([fromMs, toMs]) => fromMs <= nowMs && nowMs < toMs);
  const next = Math.min(...hours.map(([fromMs]) => fromMs).filter((fromMs) => fromMs > nowMs));
  return { isOpen, backAt: Number.isFinite(next) ? new Date(next) : null };
}

/**
 * Returns whether a visitor can request a person now. The studio's hours are those of its hosts; without any, it is
 * always open.
 */
export async function findAvailability(db: Db, now: Date): Promise<Availability> {
  const span: Span = [now.getTime(), now.getTime() + horizonMs];
  const hosts = await findHosts(db, now, span, await findSettings(db));
  const isToldByAny = hosts.some(({ weekly }) => weekly.length > 0);
  const hours = chatHoursOf(
    hosts.flatMap((host) => hoursOf(host, span)),
    now,
  ) ?? { isOpen: !isToldByAny, backAt: null };
  if (!hours.isOpen) return { kind: 'closed', backAt: hours.backAt };
  return { kind: (await listAvailableMembers(db, now)).length > 0 ? 'open' : 'nobody' };
}

/** An open desk page is recorded every 20 seconds; after this long without a record it counts as closed. */
export const deskOpenForMs = 45_000;

/** Sets whether a team member takes chats. */
export async function setTakesChats(db: Db, personId: string, takesChats: boolean): Promise<void> {
  await db
    .insert(chatMembers)
    .values({ personId, takesChats })
    .onConflictDoUpdate({ target: chatMembers.personId, set: { takesChats } });
}

export async function findTakesChats(db: Db, personId: string): Promise<boolean> {
  const [row] = await db.select().from(chatMembers).where(eq(chatMembers.personId, personId));
  return row?.takesChats ?? false;
}

/** Matches sessions with an open desk page. */
const isDeskOpen = (now: Date) =>
  and(gt(sessions.expiresAt, now), gt(sessions.deskOpenAt, new Date(now.getTime() - deskOpenForMs)));

/** True if this team member has an open desk page. */
export const hasDeskOpen = async (db: Db, now: Date, personId: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.personId, personId), isDeskOpen(now)))) > 0;

/** Lists the team members who take chats and have an open desk page, by name. */
export const listAvailableMembers = (
  db: Db,
  now: Date,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .selectDistinct({ id: people.id, name: people.name })
    .from(chatMembers)
    .innerJoin(people, eq(people.id, chatMembers.personId))
    .innerJoin(sessions, eq(sessions.personId, people.id))
    .where(and(chatMembers.takesChats, eq(people.role, 'team'), isNull(people.disabledAt), isDeskOpen(now)))
    .orderBy(asc(people.name), asc(people.id));
