import { and, asc, count, gt, inArray } from 'drizzle-orm';
import words from '#content/desk-contacts.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { csvResponse } from '#src/platform/csv-stream.ts';
import type { Db } from '#src/platform/database/database.ts';
import { tagsText } from './details/tags.ts';
import { isFound, type ClientFilter } from './list-clients.ts';

/** Clients that are read at once. */
const readAtOnce = 500;

const columns = [
  'client',
  'client_phone',
  'client_address',
  'client_tags',
  'client_notes',
  'client_since',
  'projects',
  'name',
  'email',
  'may',
  'phone',
  'tags',
  'notes',
] as const;

async function listPart(db: Db, filter: ClientFilter, after: string | null) {
  return db
    .select()
    .from(clients)
    .where(and(isFound(db, filter), after === null ? undefined : gt(clients.id, after)))
    .orderBy(asc(clients.id))
    .limit(readAtOnce);
}

async function rowsOf(db: Db, part: readonly (typeof clients.$inferSelect)[]): Promise<string[][]> {
  const ids = part.map(({ id }) => id);
  const persons = await db
    .select()
    .from(people)
    .where(inArray(people.clientId, ids))
    .orderBy(asc(people.permission), asc(people.createdAt), asc(people.id));
  const counted = await db
    .select({ clientId: projects.clientId, count: count() })
    .from(projects)
    .where(inArray(projects.clientId, ids))
    .groupBy(projects.clientId);
  const personsOf = Map.groupBy(persons, ({ clientId }) => clientId);
  const countOf = new Map(counted.map((row) => [row.clientId, row.count]));
  return part.flatMap((client) => {
    const { id, name, phone, address, tags, notes, createdAt } = client;
    const own = [
      name,
      phone,
      address,
      tagsText(tags),
      notes,
      createdAt.toISOString(),
      String(countOf.get(id) ?? 0),
    ];
    const its = (personsOf.get(id) ?? []).map((person) => [
      person.name,
      person.email,
      person.permission ?? '',
      person.phone,
      tagsText(person.tags),
      person.notes,
    ]);
    return (its.length === 0 ? [columns.slice(own.length).map(() => '')] : its).map((row) => [
      ...own,
      ...row,
    ]);
  });
}

async function* parts(db: Db, filter: ClientFilter) {
  let after: string | null = null;
  for (;;) {
    const part: Awaited<ReturnType<typeof listPart>> = await listPart(db, filter, after);
    yield await rowsOf(db, part);
    after = part.at(-1)?.id ?? null;
    if (part.length < readAtOnce) return;
  }
}

/** Responds with the clients that a filter finds as CSV: one row per person, or one for a client without people. */
export const exportClients = (db: Db, filter: ClientFilter): Response =>
  csvResponse(
    'clients.csv',
    columns.map((column) => words.columns[column]),
    parts(db, filter),
  );
