import { and, asc, eq, isNull } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Finds a client's id and name; null where there is no such client or they were erased. */
export async function findClientName(db: Db, clientId: string) {
  if (!isUuid(clientId)) return null;
  const { id, name, erasedAt } = clients;
  const [client] = await db
    .select({ id, name })
    .from(clients)
    .where(and(eq(id, clientId), isNull(erasedAt)));
  return client ?? null;
}

/** Finds a client's name and people, to be edited; null where there is no such client or they were erased. */
export async function findEdited(db: Db, clientId: string) {
  const client = await findClientName(db, clientId);
  if (!client) return null;
  const { id, name, email, may, createdAt } = people;
  const ofClient = await db
    .select({ id, name, email })
    .from(people)
    .where(eq(people.clientId, clientId))
    .orderBy(asc(may), asc(createdAt), asc(id));
  return { ...client, people: ofClient };
}

export type EditedClient = NonNullable<Awaited<ReturnType<typeof findEdited>>>;
