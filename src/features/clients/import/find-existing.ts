import { eq, inArray, isNull } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { checkRow } from './check-row.ts';
import { companyKeyOf, type Existing } from './plan-import.ts';
import type { SourceRow } from './source-rows.ts';

/** Finds what an import of these rows needs to know: the people with their addresses, and the clients with their names. */
export async function findExisting(db: Db, rows: readonly SourceRow[]): Promise<Existing> {
  const keys = rows.flatMap((row) => {
    const person = checkRow(row);
    return typeof person === 'string' ? [] : [person.emailKey];
  });
  const known = await db
    .select({ emailKey: people.emailKey, clientName: clients.name })
    .from(people)
    .leftJoin(clients, eq(clients.id, people.clientId))
    .where(inArray(people.emailKey, keys));
  const { id, name } = clients;
  const all = await db.select({ id, name }).from(clients).where(isNull(clients.erasedAt)).orderBy(id);
  return {
    people: new Map(
      known.map(({ emailKey, clientName }) => [emailKey, clientName === null ? null : { clientName }]),
    ),
    clients: Map.groupBy(all, (client) => companyKeyOf(client.name)),
  };
}
