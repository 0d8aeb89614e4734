import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { mergedClients } from '#src/features/accounts/people/merged-client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { clientEvents, eventChannel } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/events/notification.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { countMoving, sameCounts, type MovingCounts } from './count-moving.ts';

type OfClient = PgTable & { readonly clientId: PgColumn };

/** The tables whose rows change their client. What belongs to a project or a person moves with that. */
const movedTables: readonly OfClient[] = [people, projects, invoices, notifications, outbox, activity, calls];

type Merge = {
  /** The client that goes. */
  readonly fromId: string;
  /** The client that stays. */
  readonly intoId: string;
  /** The counts that the person saw when they were asked. */
  readonly seen: MovingCounts;
};

type Merged = Outcome<'not-found' | 'sample' | 'changed'>;

/**
 * Both clients, locked in one order until the commit, behind the lead of the one that goes: in the order in which a lead is
 * converted or erased. Null where either is missing or was erased.
 */
async function lockBoth(tx: Db, { fromId, intoId }: Merge) {
  const itsLead = tx.select({ id: clients.leadId }).from(clients).where(eq(clients.id, fromId));
  await tx.select({ id: leads.id }).from(leads).where(inArray(leads.id, itsLead)).for('key share');
  const locked = await tx
    .select()
    .from(clients)
    .where(and(inArray(clients.id, [fromId, intoId]), isNull(clients.erasedAt)))
    .orderBy(asc(clients.id))
    .for('update');
  const from = locked.find(({ id }) => id === fromId);
  const into = locked.find(({ id }) => id === intoId);
  return from && into && from !== into ? { from, into } : null;
}

type Both = NonNullable<Awaited<ReturnType<typeof lockBoth>>>;

/**
 * Goes on counting where the higher of both numbers ends, without a gap: where that is the number of the client that goes,
 * its latest events follow those of the one that stays. So every page that was open is behind, and has all in between.
 */
async function joinEvents(tx: Db, { from, into }: Both): Promise<void> {
  const isNewer = and(eq(clientEvents.clientId, from.id), gt(clientEvents.seq, into.eventSeq));
  await tx.update(clientEvents).set({ clientId: into.id }).where(isNewer);
  await tx.delete(clientEvents).where(eq(clientEvents.clientId, from.id));
  await tx
    .update(clients)
    .set({ eventSeq: Math.max(from.eventSeq, into.eventSeq) })
    .where(eq(clients.id, into.id));
}

/** Remembers where the client went; those that became part of it before go along. */
async function rememberMerge(tx: Db, now: Date, { from, into }: Both): Promise<void> {
  await tx.update(mergedClients).set({ intoId: into.id }).where(eq(mergedClients.intoId, from.id));
  const { id, leadId } = from;
  await tx.insert(mergedClients).values({ id, leadId, intoId: into.id, mergedAt: now });
}

/**
 * Makes a client part of another, in one transaction: everything of it becomes the other's, and its row goes. Refused where
 * anything else would move than was said (`changed`), and between a sample client and another. Cannot be undone.
 */
export async function mergeClients(
  db: Db,
  services: QueueServices,
  actor: Actor,
  merge: Merge,
): Promise<Merged> {
  return db.transaction(async (tx): Promise<Merged> => {
    // Its calls move, too; everything that changes a call locks the times before the client.
    await lockTimes(tx);
    const both = await lockBoth(tx, merge);
    if (!both) return { ok: false, reason: 'not-found' };
    const { from, into } = both;
    if (from.isSample !== into.isSample) return { ok: false, reason: 'sample' };
    if (!sameCounts(await countMoving(tx, from.id), merge.seen)) return { ok: false, reason: 'changed' };
    for (const table of movedTables)
      await tx.update(table).set({ clientId: into.id }).where(eq(table.clientId, from.id));
    await joinEvents(tx, both);
    await rememberMerge(tx, services.clock.now(), both);
    await tx.delete(clients).where(eq(clients.id, from.id));
    // Wakes the pages that were open for the client that is gone; they come back as the other's.
    await tx.execute(sql`select pg_notify(${eventChannel}, ${from.id})`);
    const change = { clientId: into.id, projectId: null, subjectId: from.id, details: { client: from.name } };
    await announce(tx, services, actor, { kind: 'clients-merged', ...change });
    return { ok: true };
  });
}
