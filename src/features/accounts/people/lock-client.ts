import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { clients } from './client.table.ts';

/**
 * Locks a client until the transaction ends and returns it; null if there is none or it was erased. Lock a client before any of its
 * rows: with one order there is no deadlock, and an erasure under way is waited for.
 */
export async function lockClient(tx: Db, clientId: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isNull(clients.erasedAt)))
    .for('no key update');
  return client ?? null;
}
