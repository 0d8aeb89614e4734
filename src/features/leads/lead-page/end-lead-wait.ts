import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** How long somebody waited, in words of the activity record; empty for whoever did not. */
export type WaitedDetails = Readonly<Record<string, string>>;

/**
 * Ends a lead's wait in the caller's transaction and holds the lead until the commit. `waited` is null when there was no
 * wait to end; the whole is null when there is no such lead.
 */
export async function endLeadWait(
  tx: Db,
  now: Date,
  actor: Actor,
  leadId: string,
): Promise<{ waited: WaitedDetails | null } | null> {
  const [lead] = await tx
    .select({ waitingSince: leads.waitingSince })
    .from(leads)
    .where(eq(leads.id, leadId))
    .for('update');
  if (!lead) return null;
  if (lead.waitingSince === null) return { waited: null };
  await tx
    .update(leads)
    .set({ waitingSince: null, answeredAt: now, answeredByName: actor.name })
    .where(eq(leads.id, leadId));
  const waitedMs = now.getTime() - lead.waitingSince.getTime();
  return { waited: { waitedMinutes: String(Math.max(0, Math.round(waitedMs / 60_000))) } };
}
