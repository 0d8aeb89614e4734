import {
  and,
  asc,
  count,
  eq,
  exists,
  inArray,
  isNull,
  max,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openMinor } from '#src/features/invoices/balance.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { holdsText } from '#src/platform/database/holds-text.ts';
import { locale } from '#src/studio/locale.ts';
import { hasTag, tagsOf } from './details/tags.ts';

/** A filter of clients, and of contacts. */
export type ClientFilter = {
  readonly search: string;
  /** Null for all. */
  readonly tag: string | null;
  /** From 1. */
  readonly page: number;
};

export const clientsPerPage = 50;

const longestSearch = 200;

/** Returns the filter in the query parameters; ignores malformed values. */
export function clientFilterOf(parameters: URLSearchParams): ClientFilter {
  const page = Number(parameters.get('page') ?? 1);
  const search = (parameters.get('q') ?? '').replaceAll('\0', '').slice(0, longestSearch);
  const tag = tagsOf((parameters.get('tag') ?? '').replaceAll('\0', '').slice(0, longestSearch))[0] ?? null;
  return { search, tag, page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1 };
}

/** Returns the query string of this filter; empty for the first page of all clients. */
export function clientQueryOf({ search, tag, page }: ClientFilter): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== '') parameters.set('q', search);
  if (tag !== null) parameters.set('tag', tag);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/**
 * Returns a condition for clients that a filter finds: by their own or their people's names, addresses, phone numbers
 * and tags.
 */
export function isFound(db: Db, { search, tag }: Pick<ClientFilter, 'search' | 'tag'>) {
  const conditions = [isNull(clients.erasedAt)];
  const hasPerson = (condition: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(people)
        .where(and(eq(people.clientId, clients.id), condition)),
    );
  if (search.trim() !== '') {
    const holds = (...values: SQLWrapper[]) => or(...values.map((value) => holdsText(value, search)));
    const inTags = (tags: SQLWrapper) => sql`array_to_string(${tags}, ',')`;
    const ofPerson = holds(people.name, people.email, people.phone, inTags(people.tags));
    const ofClient = holds(clients.name, clients.phone, inTags(clients.tags));
    conditions.push(or(ofClient, hasPerson(ofPerson)) ?? sql`true`);
  }
  if (tag !== null)
    conditions.push(or(hasTag(clients.tags, tag), hasPerson(hasTag(people.tags, tag))) ?? sql`true`);
  return and(...conditions);
}

const byName = new Intl.Collator(locale, { numeric: true }).compare;

const isOpen = inArray(invoices.state, ['pending', 'reported']);

/** Returns the people and the number of projects of these clients, by client id. */
async function detailsOf(db: Db, ids: readonly string[]) {
  const among = [...ids];
  const { clientId, name, permission, createdAt, id } = people;
  const persons = await db
    .select({ clientId, name })
    .from(people)
    .where(inArray(clientId, among))
    .orderBy(asc(permission), asc(createdAt), asc(id));
  const ofProjects = await db
    .select({ clientId: projects.clientId, count: count() })
    .from(projects)
    .where(inArray(projects.clientId, among))
    .groupBy(projects.clientId);
  const ofInvoices = await db
    .select({
      clientId: invoices.clientId,
      currency: invoices.currency,
      count: count(),
      minor: sql<number>`sum(${openMinor})`.mapWith(Number),
    })
    .from(invoices)
    .where(and(inArray(invoices.clientId, among), isOpen))
    .groupBy(invoices.clientId, invoices.currency)
    .orderBy(invoices.currency);
  const latest = await db
    .select({ clientId: activity.clientId, at: max(activity.at) })
    .from(activity)
    .where(inArray(activity.clientId, among))
    .groupBy(activity.clientId);
  const peopleOf = Map.groupBy(persons, (person) => person.clientId);
  return (ofId: string) => {
    const isIts = (row: { readonly clientId: string | null }) => row.clientId === ofId;
    const open = ofInvoices.filter(isIts);
    return {
      people: (peopleOf.get(ofId) ?? []).map((person) => person.name),
      projects: ofProjects.find(isIts)?.count ?? 0,
      openInvoices:
        open.length === 0
          ? null
          : {
              count: open.reduce((total, row) => total + row.count, 0),
              amounts: open.map(({ currency, minor }) => ({ currency, minor })),
            },
      activeAt: latest.find(isIts)?.at ?? null,
    };
  };
}

/** Returns one page of the clients that match a search, ordered by name. `total` counts all of them. */
export async function listClients(db: Db, { page, ...filter }: ClientFilter) {
  const { id, name, tags } = clients;
  // The database orders names by their bytes only.
  const found = (await db.select({ id, name, tags }).from(clients).where(isFound(db, filter))).toSorted(
    (a, b) => byName(a.name, b.name) || (a.id < b.id ? -1 : 1),
  );
  const shown = found.slice((page - 1) * clientsPerPage, page * clientsPerPage);
  const detailOf = await detailsOf(
    db,
    shown.map((client) => client.id),
  );
  return { rows: shown.map((client) => ({ ...client, ...detailOf(client.id) })), total: found.length };
}

export type ClientRow = Awaited<ReturnType<typeof listClients>>['rows'][number];
