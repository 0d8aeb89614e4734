import { and, asc, desc, eq, gt, inArray, or, sql, type SQLWrapper } from 'drizzle-orm';
import words from '#content/desk-contacts.yaml';
import { csvResponse } from '#src/platform/csv-stream.ts';
import type { Db } from '#src/platform/database/database.ts';
import { holdsText } from '#src/platform/database/holds-text.ts';
import { compareNames } from '#src/studio/locale.ts';
import { hasTag, tagsText } from '../details/tags.ts';
import { clientsPerPage, type ClientFilter } from '../list-clients.ts';
import { contacts } from './contact.table.ts';

export type Contact = typeof contacts.$inferSelect;

function isFound({ search, tag }: Pick<ClientFilter, 'search' | 'tag'>) {
  const { name, company, role, email, phone, tags } = contacts;
  const searched: SQLWrapper[] = [name, company, role, email, phone, sql`array_to_string(${tags}, ',')`];
  return and(
    search.trim() === '' ? undefined : or(...searched.map((value) => holdsText(value, search))),
    tag === null ? undefined : hasTag(tags, tag),
  );
}

/** Returns one page of the contacts that a filter finds, ordered by name. `total` counts all of them. */
export async function listContacts(db: Db, { page, ...filter }: ClientFilter) {
  const { id, name, company, role, email, phone, tags } = contacts;
  // The database orders names by their bytes only.
  const found = await db
    .select({ id, name, company, role, email, phone, tags })
    .from(contacts)
    .where(isFound(filter));
  const sorted = found.toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
  return { rows: sorted.slice((page - 1) * clientsPerPage, page * clientsPerPage), total: found.length };
}

export type ContactRow = Awaited<ReturnType<typeof listContacts>>['rows'][number];

const mostWithAddress = 5;

/** Returns the latest contacts with an address. */
export const listContactsWith = (db: Db, emailKey: string) =>
  db
    .select({ id: contacts.id, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.emailKey, emailKey), sql`${contacts.emailKey} <> ''`))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(mostWithAddress);

/** Returns everything about the contacts with the addresses of a lead or a client's people. */
export const listContactsOf = (db: Db, emailKeys: readonly string[]) =>
  db
    .select()
    .from(contacts)
    .where(inArray(contacts.emailKey, [...emailKeys]));

/** Deletes the contacts with these addresses, in the caller's transaction. */
export async function eraseContacts(tx: Db, emailKeys: readonly string[]): Promise<void> {
  await tx.delete(contacts).where(inArray(contacts.emailKey, [...emailKeys]));
}

const columns = ['name', 'company', 'role', 'email', 'phone', 'address', 'tags', 'notes', 'since'] as const;

/** Contacts that are read at once. */
const readAtOnce = 500;

async function* parts(db: Db, filter: ClientFilter) {
  let after: string | null = null;
  for (;;) {
    const part: Contact[] = await db
      .select()
      .from(contacts)
      .where(and(isFound(filter), after === null ? undefined : gt(contacts.id, after)))
      .orderBy(asc(contacts.id))
      .limit(readAtOnce);
    yield part.map(({ createdAt, tags, ...contact }) => {
      const { name, company, role, email, phone, address, notes } = contact;
      return [name, company, role, email, phone, address, tagsText(tags), notes, createdAt.toISOString()];
    });
    after = part.at(-1)?.id ?? null;
    if (part.length < readAtOnce) return;
  }
}

/** Responds with the contacts that a filter finds as CSV. */
export const exportContacts = (db: Db, filter: ClientFilter): Response =>
  csvResponse(
    'contacts.csv',
    columns.map((column) => words.columns[column]),
    parts(db, filter),
  );
