import { eq } from 'drizzle-orm';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { leads } from '../lead.table.ts';
import { lockLead } from '../lock-lead.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';

/** How long a lead waited, for the activity record. */
type WaitedDetails = Readonly<Record<string, string>>;

/**
 * Ends a lead's wait in the caller's transaction, and locks the lead until the commit. Returns null if there is no such lead;
 * `waited` is null if it was not waiting.
 */
export async function endLeadWait(
  tx: Db,
  now: Date,
  actor: Actor,
  leadId: string,
): Promise<{ waited: WaitedDetails | null } | null> {
  const lead = await lockLead(tx, leadId);
  if (!lead) return null;
  if (lead.waitingSince === null) return { waited: null };
  await tx
    .update(leads)
    .set({ waitingSince: null, answeredAt: now, answeredByName: actor.name })
    .where(eq(leads.id, leadId));
  const waitedMs = now.getTime() - lead.waitingSince.getTime();
  return { waited: { waitedMinutes: String(Math.max(0, Math.round(waitedMs / minuteMs))) } };
}

/** Marks a lead as answered by other means than a reply from here; false when there is no such lead. Doing it again changes nothing. */
export async function markLeadAnswered(db: Db, now: Date, actor: Actor, leadId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await endLeadWait(tx, now, actor, leadId);
    if (!ended) return false;
    const { waited } = ended;
    if (waited) await recordActivity(tx, now, actor, { kind: 'lead-answered', leadId, details: waited });
    return true;
  });
}
