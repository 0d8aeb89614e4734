import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services.ts';
import { recordVisit } from '#src/features/notices/events/record-visit.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/** What every page of the portal shows around its content. */
export type PortalFrame = {
  /** The page then says that people and figures are invented. */
  readonly isSample: boolean;
  readonly notificationCount: number;
  /** The number of the client's latest event: the page shows at least what happened up to it. */
  readonly seq: number;
};

/**
 * Records a client's visit and reads the frame of their page; together two queries, and a third once a minute. A page calls it
 * before it reads anything else. Throws where there is no such client.
 */
export async function getPortalFrame(db: Db, now: Date, clientId: string): Promise<PortalFrame> {
  const seq = await recordVisit(db, now, clientId);
  const waiting = and(eq(notifications.clientId, people.id), isNull(notifications.clearedAt));
  const [frame] = await db
    .select({ isSample: people.isSample, notificationCount: db.$count(notifications, waiting) })
    .from(people)
    .where(eq(people.id, clientId));
  if (!frame) throw new Error(`There is no client ${clientId}`);
  return { ...frame, seq };
}

/** What a page that client and team open shows around its content. */
export type SharedFrame = {
  readonly side: 'portal' | 'desk';
  readonly name: string;
  /** For `LiveStatus`. */
  readonly seq: number;
  /** None for the team. */
  readonly notificationCount: number;
};

/** The frame of a page that client and team open, for whom it is shown to. A page calls it before it reads anything else. */
export async function getSharedFrame(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, name, role }: Person,
): Promise<SharedFrame> {
  const now = clock.now();
  if (role === 'team') return { side: 'desk', name, seq: now.getTime(), notificationCount: 0 };
  const { seq, notificationCount } = await getPortalFrame(db, now, id);
  return { side: 'portal', name, seq, notificationCount };
}
