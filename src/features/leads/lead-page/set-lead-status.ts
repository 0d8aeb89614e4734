import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isClientOfLead } from '#src/features/accounts/people/client-of-lead.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { leads } from '../lead.table.ts';
import type { LeadStatus } from '../lead-status.ts';
import { lockLead } from '../lock-lead.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { endLeadWait } from './end-lead-wait.ts';

export type StatusSet = Outcome<'not-found' | 'held' | 'still-client'>;

/**
 * Sets a lead's status to anything but `converted`, which `convertLead` does. Refused while the lead is a client whose portal
 * is open. Closing a lead ends its wait.
 */
export async function setLeadStatus(
  db: Db,
  now: Date,
  actor: Actor,
  { leadId, status }: { leadId: string; status: Exclude<LeadStatus, 'converted' | 'guest'> },
): Promise<StatusSet> {
  return db.transaction(async (tx): Promise<StatusSet> => {
    const lead = await lockLead(tx, leadId);
    if (!lead) return { ok: false, reason: 'not-found' };
    if (lead.isHeld) return { ok: false, reason: 'held' };
    if (lead.status === status) return { ok: true };
    const theirs = tx.select({ id: clients.id }).from(clients).where(isClientOfLead(tx, leadId));
    const isOpen = and(inArray(people.clientId, theirs), isNull(people.disabledAt));
    if ((await tx.$count(people, isOpen)) > 0) return { ok: false, reason: 'still-client' };
    await tx.update(leads).set({ status }).where(eq(leads.id, leadId));
    if (status === 'closed') await endLeadWait(tx, now, actor, leadId);
    const details = { from: lead.status, to: status };
    await recordActivity(tx, now, actor, { kind: 'lead-status-set', leadId, details });
    return { ok: true };
  });
}
