import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { noteLook } from '#src/features/notices/events/note-look.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/** What stands around every page of the portal. */
export type PortalFrame = {
  /** Invented people are shown with a notice that says so. */
  readonly isSample: boolean;
  readonly notificationCount: number;
  /** The number of the client's latest event: what the page shows at least. */
  readonly seq: number;
};

/** The frame of a client's page, in two queries. A page asks for it before it reads anything else. */
export async function getPortalFrame(db: Db, now: Date, clientId: string): Promise<PortalFrame> {
  const seq = await noteLook(db, now, clientId);
  const waiting = and(eq(notifications.clientId, people.id), isNull(notifications.clearedAt));
  const [frame] = await db
    .select({ isSample: people.isSample, notificationCount: db.$count(notifications, waiting) })
    .from(people)
    .where(eq(people.id, clientId));
  if (!frame) throw new Error(`There is no client ${clientId}`);
  return { ...frame, seq };
}
