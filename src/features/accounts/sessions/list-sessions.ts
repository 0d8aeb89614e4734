import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { sessions } from './session.table.ts';
import { aliveSessions } from './sessions.ts';

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
