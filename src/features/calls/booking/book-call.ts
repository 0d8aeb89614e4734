import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { queueCallMails } from '../emails/queue-call-mails.ts';
import { calls, type Call } from '../call.table.ts';
import { callTokenOf } from '../call-token.ts';
import { recordHostTurn, type Slot } from '../times/find-slot.ts';
import { wallClockText } from '../times/clock-text.ts';
import { clearLeadWait } from '#src/features/leads/lead-page/change-lead.ts';
import { publishEvent } from '#src/features/notifications/events/client-events.ts';
import type { ChangeKind } from '#src/features/notifications/kinds/change-kinds.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The services that a change of a call needs; `secret` makes the address of the call's page. */
export type CallServices = QueueMoment & { readonly secret: string };

/** Returns the services for a change of a call, with the current time. */
export const callServicesOf = ({
  clock,
  jobs,
  secret,
}: Pick<Services, 'clock' | 'jobs' | 'secret'>): CallServices => ({
  now: clock.now(),
  jobs,
  secret,
});

/** The person a call is with, and the lead, client, project or submission it is about. */
export type CallContact = Pick<Call, 'id' | 'name' | 'email'> & {
  readonly kindId?: string | null;
  /** At least one of `leadId` and `clientId` is set. */
  readonly leadId?: string | null;
  readonly clientId?: string | null;
  readonly projectId?: string | null;
  readonly submissionId?: string | null;
  readonly offerId?: string | null;
  readonly replacesId?: string | null;
};

/** False for what only the team notes. */
const isShownToClient = (kind: string) => kind !== 'call-happened' && kind !== 'call-missed';

/**
 * Records a change of a call in the activity history of its lead and client, and refreshes the open pages of the desk
 * and of the client, whose emails are those about calls.
 */
export async function recordCall(
  tx: Db,
  { now }: Pick<QueueMoment, 'now'>,
  actor: Actor,
  kind: Extract<ChangeKind, `call-${string}`>,
  { id, leadId, clientId, projectId, hostClock }: Call,
): Promise<void> {
  if (clientId !== null && isShownToClient(kind))
    await publishEvent(tx, { kind, clientId, projectId, at: now });
  await recordActivity(tx, now, actor, {
    kind,
    leadId,
    clientId,
    projectId,
    subjectId: id,
    details: { time: wallClockText(hostClock) },
  });
}

/**
 * Stores a booked or offered call at a slot found in the same transaction; sends no email. Throws if the time is not
 * free because it was taken without `lockTimes`.
 */
export async function storeCall(
  tx: Db,
  { now, secret }: Pick<CallServices, 'now' | 'secret'>,
  slot: Slot,
  contact: CallContact,
  hold: Pick<Call, 'state' | 'holdUntil'> = { state: 'booked', holdUntil: null },
): Promise<Call> {
  const tokenHash = tokenHashOf(callTokenOf(secret, contact.id));
  const row = { ...contact, ...slot, ...hold, tokenHash, madeAt: now };
  const [call] = await tx.insert(calls).values(row).onConflictDoNothing().returning();
  // Times are locked, so only a caller without `lockTimes` can have taken this one.
  if (!call) throw new Error('A call was stored without lockTimes');
  await recordHostTurn(tx, now, call.hostId);
  return call;
}

/**
 * Marks the lead of a call as booked and ends its wait for an answer. Anyone can book with any address, so a
 * visitor's booking does not change a status that the team has set.
 */
export async function markLeadBooked(
  tx: Db,
  { now }: Pick<QueueMoment, 'now'>,
  actor: Actor,
  call: Call,
): Promise<void> {
  if (call.leadId === null) return;
  const ended = await clearLeadWait(tx, now, actor, call.leadId);
  // A self-booked call is not an answer by the team.
  if (ended?.waited && actor.id === null)
    await tx.update(leads).set({ answeredByName: null }).where(eq(leads.id, call.leadId));
  const isBefore =
    actor.id === null ? inArray(leads.status, ['guest', 'lead']) : ne(leads.status, 'converted');
  await tx
    .update(leads)
    .set({ status: 'booked' })
    .where(and(eq(leads.id, call.leadId), isBefore));
}

/** Restarts the wait of a cancelled or missed call's lead, unless they have another upcoming call. */
export async function restartLeadWait(tx: Db, { now }: Pick<QueueMoment, 'now'>, call: Call): Promise<void> {
  if (call.leadId === null) return;
  const isToCome = and(eq(calls.leadId, call.leadId), eq(calls.state, 'booked'), gt(calls.startsAt, now));
  if ((await tx.$count(calls, isToCome)) > 0) return;
  const isAnswered = and(eq(leads.id, call.leadId), isNull(leads.waitingSince));
  await tx.update(leads).set({ waitingSince: now }).where(isAnswered);
}

/**
 * Books a call at a slot found in the same transaction and emails the visitor and the host. `actor` is the person who
 * booked it; a visitor has no id.
 */
export async function bookCall(
  tx: Db,
  services: CallServices,
  actor: Actor,
  slot: Slot,
  contact: CallContact,
): Promise<Call> {
  const call = await storeCall(tx, services, slot, contact);
  await markLeadBooked(tx, services, actor, call);
  await recordCall(tx, services, actor, 'call-booked', call);
  await queueCallMails(tx, services, call, actor.id === null ? 'visitor' : 'team', 'booked');
  return call;
}
