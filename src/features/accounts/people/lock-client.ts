import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { clients } from './client.table.ts';

/**
 * A client, locked until the transaction ends; null where there is none or they were erased. Whoever changes anything of a
 * client's locks them before any row of theirs: in one order nobody waits in a circle, and an erasure under way is waited for.
 */
export async function lockClient(tx: Db, clientId: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isNull(clients.erasedAt)))
    .for('no key update');
  return client ?? null;
}
