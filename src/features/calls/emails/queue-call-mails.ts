import { v7 as uuidv7 } from 'uuid';
import { callMails, type Call, type CallMailKind } from '../call.table.ts';
import { enqueueMails, writeMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';

/** The outbox's kind of every mail about a call; which one it is says its row of `call_mails`. */
export const callMailKind = 'call';

/** Who caused a mail: the visitor, or the team. */
export type Cause = 'visitor' | 'team';

type Due = {
  readonly kind: CallMailKind;
  /** The host it goes to; null for the visitor. */
  readonly hostId: string | null;
  readonly at?: Date;
};

const reminders = [
  ['reminder-day', 24 * hourMs],
  ['reminder-hour', hourMs],
] as const;

/** The visitor's reminders of a booked call that are not over yet. */
const remindersOf = ({ startsAt }: Call, now: Date): Due[] =>
  reminders.flatMap(([kind, beforeMs]) => {
    const at = new Date(startsAt.getTime() - beforeMs);
    return at > now ? [{ kind, hostId: null, at }] : [];
  });

/** Writes mails about a call as it stands now, each once for this `sequence`, and queues them, in the caller's transaction. */
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
    const told = { callId, sequence, generation, startsAt, isVisitors: cause === 'visitor' };
    await tx.insert(callMails).values({ id, kind, audience, hostId, ...told });
    const mail = { kind: callMailKind, topic: kind, subjectId: id, leadId, clientId, personId: hostId };
    await enqueueMails(tx, jobs, await writeMails(tx, now, [mail]), at ? { startAfter: at } : {});
  }
}

/** Tells the visitor and the host of a call as it stands now, and reminds the visitor of one that is to come. */
export async function queueCallMails(
  tx: Db,
  services: QueueMoment,
  call: Call,
  cause: Cause,
  kind: 'booked' | 'moved' | 'cancelled',
): Promise<void> {
  const told = [null, call.hostId].map((hostId): Due => ({ kind, hostId }));
  const dues = kind === 'cancelled' ? told : [...told, ...remindersOf(call, services.now)];
  await queue(tx, services, call, cause, dues);
}

/** Tells of a call that has another host now: both of them, and the visitor. `former` is the call as it was before. */
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

/** Tells the visitor of times that are kept for them; `call` is the first of these. */
export const queueOffer = (tx: Db, services: QueueMoment, call: Call): Promise<void> =>
  queue(tx, services, call, 'team', [{ kind: 'offered', hostId: null }]);
