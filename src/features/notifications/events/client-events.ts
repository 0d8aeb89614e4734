import { and, asc, eq, gt, lt, isNull, sql } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import { invoiceChangeKinds } from '../kinds/find-kind.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { clientEvents, eventChannel } from './client-event.table.ts';
import type { ChangeKind } from '../kinds/change-kinds.ts';

type Event = {
  readonly kind: ChangeKind;
  readonly clientId: string;
  readonly projectId: string | null;
  readonly at: Date;
};

/**
 * Writes a numbered event for a client's open pages and notifies every process once the caller's transaction commits. Locks the
 * client's row until then, so that events become visible in the order of their numbers. Returns the number; null if there is no such
 * client or it was erased.
 */
export async function publishEvent(tx: Db, { kind, clientId, projectId, at }: Event): Promise<number | null> {
  const [client] = await tx
    .update(clients)
    .set({ eventSeq: sql`${clients.eventSeq} + 1` })
    .where(and(eq(clients.id, clientId), isNull(clients.erasedAt)))
    .returning({ seq: clients.eventSeq });
  if (!client) return null;
  await tx.insert(clientEvents).values({ clientId, seq: client.seq, kind, projectId, at });
  await tx.execute(sql`select pg_notify(${eventChannel}, ${clientId})`);
  return client.seq;
}

const batchSize = 500;
/** How long events are kept for pages that catch up. */
export const eventKeptMs = 30 * dayMs;

type ClientEvent = { readonly seq: number; readonly kind: string; readonly projectId: string | null };

export type EventBatch = {
  /** Newer than the requested number, in order. */
  readonly events: readonly ClientEvent[];
  /** The number of the client's latest event. */
  readonly latest: number;
  /** True if there are more events than fit into this batch. */
  readonly isCut: boolean;
};

/** Reads a client's events after a number, in one query; null if there is no such client. */
export async function readEvents(db: Db, clientId: string, after: number): Promise<EventBatch | null> {
  const newer = and(eq(clientEvents.clientId, clients.id), gt(clientEvents.seq, after));
  const rows = await db
    .select({
      latest: clients.eventSeq,
      seq: clientEvents.seq,
      kind: clientEvents.kind,
      projectId: clientEvents.projectId,
    })
    .from(clients)
    .leftJoin(clientEvents, newer)
    .where(eq(clients.id, clientId))
    .orderBy(asc(clientEvents.seq))
    .limit(batchSize);
  const [first] = rows;
  if (!first) return null;
  const events = rows.flatMap(({ seq, kind, projectId }) =>
    seq === null || kind === null ? [] : [{ seq, kind, projectId }],
  );
  return { events, latest: first.latest, isCut: rows.length === batchSize };
}

/** Deletes events older than thirty days. A page that is further behind gets a `reset` and refreshes. */
export async function pruneEvents(db: Db, now: Date): Promise<void> {
  await db.delete(clientEvents).where(lt(clientEvents.at, new Date(now.getTime() - eventKeptMs)));
}

/** Returns the text of an event. For events about invoices, listeners get the number alone, which their page ignores. */
const changeText = ({ seq, kind, projectId }: ClientEvent, permission: Permission) =>
  permission === 'listen' && invoiceChangeKinds.has(kind)
    ? `id: ${seq}\n\n`
    : `id: ${seq}\nevent: change\ndata: ${JSON.stringify({ kind, projectId })}\n\n`;

const resetTo = (latest: number) => ({
  text: `id: ${latest}\nevent: reset\ndata: {}\n\n`,
  after: latest,
});

/**
 * Returns the server-sent events after the number `after`, and the number of the last one. If the next event is missing (deleted, or
 * its number was never used), the text is a `reset`, which makes the page refresh. `after` is null for a page that needs nothing older
 * than this batch: it gets no text.
 */
export function eventsTextAfter(
  after: number | null,
  { events, latest, isCut }: EventBatch,
  permission: Permission,
): { text: string; after: number | null } {
  if (after === null) return { text: '', after: latest };
  const newer = events.filter(({ seq }) => seq > after);
  const [first] = newer;
  const last = newer.at(-1);
  if (!first || !last) return isCut || after === latest ? { text: '', after } : resetTo(latest);
  if (first.seq !== after + 1) return resetTo(latest);
  return { text: newer.map((event) => changeText(event, permission)).join(''), after: last.seq };
}
