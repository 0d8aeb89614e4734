import { v7 as uuidv7 } from 'uuid';
import { callMails, type Call, type CallMailKind } from '../call.table.ts';
import { queueMemberNews } from '#src/features/notifications/emails/queue-emails.ts';
import { whenText } from '#src/studio/when-text.ts';
import { enqueueMails, writeMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';

/** The outbox kind of every email about a call; its row in `call_mails` has the occasion. */
export const callMailKind = 'call';

/** The side whose change is notified: the visitor or the team. */
export type Cause = 'visitor' | 'team';

type Due = {
  readonly kind: CallMailKind;
  /** The receiving host; null if it is sent to the visitor. */
  readonly hostId: string | null;
  readonly at?: Date;
};

const reminders = [
  ['reminder-day', 24 * hourMs],
  ['reminder-hour', hourMs],
] as const;

/** Returns the visitor's reminders of a booked call that are still in the future. */
const remindersOf = ({ startsAt }: Call, now: Date): Due[] =>
  reminders.flatMap(([kind, beforeMs]) => {
    const at = new Date(startsAt.getTime() - beforeMs);
    return at > now ? [{ kind, hostId: null, at }] : [];
  });

/** Queues emails about a call in the caller's transaction, each once per SEQUENCE. */
async function queue(
  tx: Db,
  { now, jobs }: QueueMoment,
  call: Call,
  cause: Cause,
  dues: readonly Due[],
): Promise<void> {
  const { id: callId, sequence, generation, startsAt, leadId, clientId } = call;
  for (const { kind, hostId, at } of dues) {
    const id = uuidv7();
    const audience = hostId === null ? 'visitor' : 'host';
    const version = { callId, sequence, generation, startsAt, isVisitors: cause === 'visitor' };
    await tx.insert(callMails).values({ id, kind, audience, hostId, ...version });
    const mail = { kind: callMailKind, topic: kind, subjectId: id, leadId, clientId, personId: hostId };
    await enqueueMails(tx, jobs, await writeMails(tx, now, [mail]), at ? { startAfter: at } : {});
  }
}

/** Notifies the visitor and the host of a change, and queues reminders for the visitor. */
export async function queueCallMails(
  tx: Db,
  services: QueueMoment,
  call: Call,
  cause: Cause,
  kind: 'booked' | 'moved' | 'cancelled',
): Promise<void> {
  if (cause === 'visitor')
    await queueMemberNews(tx, services, {
      kind: `visitor-${kind}`,
      clientId: call.clientId,
      leadId: call.leadId,
      projectId: null,
      subjectId: call.id,
      topic: 'calls',
      // The host has an invitation.
      except: [call.hostId],
      details: { author: call.name, when: whenText(call.startsAt) },
    });
  const immediate = [null, call.hostId].map((hostId): Due => ({ kind, hostId }));
  const dues = kind === 'cancelled' ? immediate : [...immediate, ...remindersOf(call, services.now)];
  await queue(tx, services, call, cause, dues);
}

/**
 * Notifies both hosts and the visitor that a call has another host. `former` is the call before the change.
 */
export async function queueHandover(
  tx: Db,
  services: QueueMoment,
  call: Call,
  cause: Cause,
  former: Call,
): Promise<void> {
  const left = { ...call, startsAt: former.startsAt };
  await queue(tx, services, left, cause, [{ kind: 'cancelled', hostId: former.hostId }]);
  await queue(tx, services, call, cause, [
    { kind: 'booked', hostId: call.hostId },
    { kind: 'moved', hostId: null },
    ...remindersOf(call, services.now),
  ]);
}

/** Emails an offer to the visitor; `call` is the first of the offered times. */
export const queueOffer = (
  tx: Db,
  services: QueueMoment,
  call: Call,
  kind: 'offered' | 'missed',
): Promise<void> => queue(tx, services, call, 'team', [{ kind, hostId: null }]);
