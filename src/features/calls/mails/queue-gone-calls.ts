import { and, eq, gt, max, notExists, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { callMails, calls, goneCalls } from '#src/features/calls/records/call.table.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { queueMail } from '#src/features/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import { callMailKind, type Desk } from './queue-call-mails.ts';

/**
 * Tells the hosts of these calls that they are cancelled, before the calls are erased, in a transaction that has locked all times. What is kept for that
 * names nobody but the host.
 */
export async function queueGoneCalls(tx: Db, { jobs, now }: Desk, areErased: SQL | undefined): Promise<void> {
  const { id, hostId, generation, sequence, startsAt, endsAt } = calls;
  const wasGiven = and(eq(callMails.callId, id), eq(callMails.hostId, hostId), eq(callMails.kind, 'booked'));
  const gone = await tx
    .select({ callId: id, hostId, generation, sequence, startsAt, endsAt, stint: max(callMails.sequence) })
    .from(calls)
    .leftJoin(callMails, wasGiven)
    .where(and(areErased, eq(calls.state, 'booked'), gt(endsAt, now)))
    .groupBy(id);
  for (const call of gone) {
    const goneId = uuidv7();
    const row = { ...call, id: goneId, stint: call.stint ?? 0, sequence: call.sequence + 1 };
    await tx.insert(goneCalls).values(row);
    const mail = { kind: callMailKind, topic: 'cancelled', subjectId: goneId, leadId: null, clientId: null };
    await queueMail(tx, { jobs, now }, { ...mail, personId: call.hostId });
  }
}

/** Forgets what was told, once the mail that told it is forgotten. */
export async function pruneGoneCalls(db: Db): Promise<void> {
  const mail = db.select().from(outbox).where(eq(outbox.subjectId, goneCalls.id));
  await db.delete(goneCalls).where(notExists(mail));
}
