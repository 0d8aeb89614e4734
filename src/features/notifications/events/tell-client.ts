import { and, eq, isNull, sql } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { ChangeKind } from '../kinds/notice-kinds.ts';
import type { Db } from '#src/platform/database/database.ts';
import { clientEvents, eventChannel } from './client-event.table.ts';

type Event = {
  readonly kind: ChangeKind;
  readonly clientId: string;
  readonly projectId: string | null;
  readonly at: Date;
};

/**
 * Numbers an event for a client's open pages and tells every process of it once the caller's transaction commits. Locks the
 * client's row until then, so that events become visible in the order of their numbers. Returns the number; null where there
 * is no such client, or they were erased.
 */
export async function tellClient(tx: Db, { kind, clientId, projectId, at }: Event): Promise<number | null> {
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
