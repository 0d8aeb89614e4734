import { eq } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { ClientPerson, Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { recordPageView } from '#src/features/notifications/events/presence.ts';
import { waitingFor } from '#src/features/notifications/panel/notifications.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';

/** The data of the frame around every portal page. */
export type PortalFrame = {
  /** True if the page states that its people and numbers are invented. */
  readonly isSample: boolean;
  readonly clientName: string;
  readonly notificationCount: number;
  /** Number of the client's latest event; the page reflects at least everything up to it. */
  readonly seq: number;
};

/**
 * Records a visit by a client's person and returns the frame of their page: two queries, and a third once a minute.
 * Call it before reading other page data. Throws if there is no such person.
 */
export async function getPortalFrame(db: Db, now: Date, person: ClientPerson): Promise<PortalFrame> {
  const seq = await recordPageView(db, now, person);
  const waiting = waitingFor(db, person);
  const [frame] = await db
    .select({
      isSample: clients.isSample,
      clientName: clients.name,
      notificationCount: db.$count(notifications, waiting),
    })
    .from(clients)
    .where(eq(clients.id, person.clientId));
  if (!frame) throw new Error(`There is no client ${person.clientId}`);
  return { ...frame, seq };
}

/** The data of the frame around a page shared by client and team. */
export type SharedFrame = {
  readonly side: 'portal' | 'desk';
  readonly person: Person;
  /** For `LiveStatus`. */
  readonly seq: number;
  /** Missing for the team. */
  readonly notificationCount: number;
};

/**
 * Returns the frame of a page shared by client and team, for the person who opens it. Call it before reading other page
 * data.
 */
export async function getSharedFrame(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  person: Person,
): Promise<SharedFrame> {
  const now = clock.now();
  if (person.role === 'team') return { side: 'desk', person, seq: now.getTime(), notificationCount: 0 };
  const { seq, notificationCount } = await getPortalFrame(db, now, person);
  return { side: 'portal', person, seq, notificationCount };
}
