import { and, count, desc, eq, exists, isNull, or, sql, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import { contactEmail } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { compareNames } from '#src/studio/locale.ts';
import type { Db } from '#src/platform/database/database.ts';
import { holdsText } from '#src/platform/database/holds-text.ts';

export type ClientChoice = { readonly id: string; readonly name: string; readonly email: string };

export type ClientChoices = { readonly clients: readonly ClientChoice[]; readonly total: number };

const mostListed = 300;

/**
 * The clients to choose from, in the order of their names: the latest 300 that the search finds, and always the chosen one.
 * `total` counts all that the search finds.
 */
export async function listClientChoices(
  db: Db,
  { search = '', chosen = null }: { readonly search?: string; readonly chosen?: string | null } = {},
): Promise<ClientChoices> {
  const isClient = isNull(clients.erasedAt);
  const isOfThem = eq(people.clientId, clients.id);
  const hasPerson = exists(
    db
      .select({ one: sql`1` })
      .from(people)
      .where(and(isOfThem, or(holdsText(people.name, search), holdsText(people.email, search)))),
  );
  const found =
    search.trim() === '' ? isClient : and(isClient, or(holdsText(clients.name, search), hasPerson));
  const fields = { id: clients.id, name: clients.name, email: contactEmail };
  const listed = await db
    .select(fields)
    .from(clients)
    .where(found)
    .orderBy(desc(clients.createdAt))
    .limit(mostListed);
  const isMissing = chosen !== null && validate(chosen) && !listed.some(({ id }) => id === chosen);
  const [all, one] = [
    listed.length < mostListed ? listed.length : await countOf(db, found),
    isMissing
      ? await db
          .select(fields)
          .from(clients)
          .where(and(isClient, eq(clients.id, chosen)))
      : [],
  ];
  return { clients: [...listed, ...one].toSorted((a, b) => compareNames(a.name, b.name)), total: all };
}

async function countOf(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(clients).where(condition);
  return row?.total ?? 0;
}
