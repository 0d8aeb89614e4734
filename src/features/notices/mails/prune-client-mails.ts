import { and, inArray, lt } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { clientMails } from './client-mail.table.ts';

const keptMs = 90 * 86_400_000;

/** Forgets mails that were settled ninety days ago; failed ones stay until somebody has dealt with them. */
export async function pruneClientMails(db: Db, now: Date): Promise<void> {
  const isDone = inArray(clientMails.state, ['sent', 'skipped']);
  await db
    .delete(clientMails)
    .where(and(isDone, lt(clientMails.settledAt, new Date(now.getTime() - keptMs))));
}
