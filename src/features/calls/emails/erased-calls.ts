import { and, eq, gt, isNull, max, notExists, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { queueMail } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { callMails, calls, erasedCalls } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import { callMailKind } from './queue-call-mails.ts';

/** Finds an erased call and its host; null if there is none or the host was disabled. */
export async function findErasedCall(tx: Db, id: string) {
  const { name, email, disabledAt } = people;
  const [found] = await tx
    .select({ gone: erasedCalls, host: { name, email, timeZone: hostZone } })
    .from(erasedCalls)
    .innerJoin(callHosts, eq(callHosts.personId, erasedCalls.hostId))
    .innerJoin(people, eq(people.id, erasedCalls.hostId))
    .where(and(eq(erasedCalls.id, id), isNull(disabledAt)));
  return found ?? null;
}

export type ErasedCall = NonNullable<Awaited<ReturnType<typeof findErasedCall>>>;

/**
 * Queues cancellations to the hosts of these calls before they are erased. Requires `lockTimes`. Stores only the host
 * and the time.
 */
export async function queueErasedCalls(
  tx: Db,
  { jobs, now }: QueueMoment,
  areErased: SQL | undefined,
): Promise<void> {
  const { id, hostId, generation, sequence, startsAt, endsAt } = calls;
  const wasGiven = and(eq(callMails.callId, id), eq(callMails.hostId, hostId), eq(callMails.kind, 'booked'));
  const gone = await tx
    .select({
      callId: id,
      hostId,
      generation,
      sequence,
      startsAt,
      endsAt,
      givenSequence: max(callMails.sequence),
    })
    .from(calls)
    .leftJoin(callMails, wasGiven)
    .where(and(areErased, eq(calls.state, 'booked'), gt(endsAt, now)))
    .groupBy(id);
  for (const call of gone) {
    const erasedId = uuidv7();
    const row = {
      ...call,
      id: erasedId,
      givenSequence: call.givenSequence ?? 0,
      sequence: call.sequence + 1,
    };
    await tx.insert(erasedCalls).values(row);
    const mail = {
      kind: callMailKind,
      topic: 'cancelled',
      subjectId: erasedId,
      leadId: null,
      clientId: null,
    };
    await queueMail(tx, { jobs, now }, { ...mail, personId: call.hostId });
  }
}

/** Deletes erased calls whose email has been pruned. */
export async function pruneErasedCalls(db: Db): Promise<void> {
  const mail = db.select().from(outbox).where(eq(outbox.subjectId, erasedCalls.id));
  await db.delete(erasedCalls).where(notExists(mail));
}
