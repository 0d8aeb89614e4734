import { and, eq, isNull, sql } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { ChangeKind } from '#src/features/notices/kinds/notice-kinds.ts';
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
 * client's row until then, so that events become visible in the order of their numbers. Returns the client; null where there
 * is none, or who was erased.
 */
export async function tellClient(tx: Db, { kind, clientId, projectId, at }: Event) {
  const [client] = await tx
    .update(people)
    .set({ eventSeq: sql`${people.eventSeq} + 1` })
    .where(and(eq(people.id, clientId), isNull(people.erasedAt)))
    .returning({
      id: people.id,
      seq: people.eventSeq,
      mailPreference: people.mailPreference,
      disabledAt: people.disabledAt,
    });
  if (!client) return null;
  await tx.insert(clientEvents).values({ clientId, seq: client.seq, kind, projectId, at });
  await tx.execute(sql`select pg_notify(${eventChannel}, ${clientId})`);
  return client;
}
