import { and, count, desc, eq, isNull, or } from 'drizzle-orm';
import { validate } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
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
  const isClient = and(eq(people.role, 'client'), isNull(people.erasedAt));
  const found =
    search.trim() === ''
      ? isClient
      : and(isClient, or(holdsText(people.name, search), holdsText(people.email, search)));
  const fields = { id: people.id, name: people.name, email: people.email };
  const clients = await db
    .select(fields)
    .from(people)
    .where(found)
    .orderBy(desc(people.createdAt))
    .limit(mostListed);
  const isMissing = chosen !== null && validate(chosen) && !clients.some(({ id }) => id === chosen);
  const [all, one] = [
    clients.length < mostListed ? clients.length : await countOf(db, found),
    isMissing
      ? await db
          .select(fields)
          .from(people)
          .where(and(isClient, eq(people.id, chosen)))
      : [],
  ];
  const byName = new Intl.Collator('en').compare;
  return { clients: [...clients, ...one].toSorted((a, b) => byName(a.name, b.name)), total: all };
}

async function countOf(db: Db, condition: ReturnType<typeof and>): Promise<number> {
  const [row] = await db.select({ total: count() }).from(people).where(condition);
  return row?.total ?? 0;
}
