import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { erasedCalls } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A call that went with an erasure, and the host to tell of it; null where there is none, or the host has left. */
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
