import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { endLeadWait } from './end-lead-wait.ts';

/** Notes that somebody answered a lead by other ways; false when there is no such lead. Twice is once. */
export async function answerLead(db: Db, now: Date, actor: Actor, leadId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await endLeadWait(tx, now, actor, leadId);
    if (!ended) return false;
    const { waited } = ended;
    if (waited) await recordActivity(tx, now, actor, { kind: 'lead-answered', leadId, details: waited });
    return true;
  });
}
