import { sql, type SQLWrapper } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { contacts } from '../contacts/contact.table.ts';

/** The most tags of a client, person or contact, and the longest, in characters. */
export const mostTags = 20;
export const longestTag = 40;

const keyOf = (tag: string) => tag.toLowerCase();

/** Returns the tags in a text with commas, each once, without surrounding spaces. */
export function tagsOf(text: string): string[] {
  const typed = text.split(',').map((tag) => tag.replaceAll(/\s+/g, ' ').trim());
  const first = new Map<string, string>();
  for (const tag of typed) if (tag !== '' && !first.has(keyOf(tag))) first.set(keyOf(tag), tag);
  return [...first.values()];
}

/** Returns tags as their field shows them: "Label, Vinyl". */
export const tagsText = (tags: readonly string[]) => tags.join(', ');

/** Returns the tags of both lists, each once. */
export const joinTags = (one: readonly string[], other: readonly string[]) =>
  tagsOf(tagsText([...one, ...other]));

export type TagCount = { readonly tag: string; readonly count: number };

/** The most tags that are suggested and that a list can be filtered by. */
const mostListed = 200;

type TagsColumns = readonly { readonly tags: SQLWrapper; readonly from: SQLWrapper }[];

/** Counts the tags of these columns, the most frequent first; spellings that differ in case count as one. */
async function countTags(db: Db, columns: TagsColumns): Promise<TagCount[]> {
  const parts = columns.map(({ tags, from }) => sql`select unnest(${tags}) as tag from ${from}`);
  const { rows } = (await db.execute(sql`
    select min(tag) as tag, count(*)::int as count from (${sql.join(parts, sql` union all `)}) as used
    group by lower(tag) order by count desc, lower(tag) limit ${mostListed}`)) as { rows: TagCount[] };
  return rows;
}

const ofClients: TagsColumns = [
  { tags: clients.tags, from: sql`${clients} where ${clients.erasedAt} is null` },
  { tags: people.tags, from: people },
];
const ofContacts: TagsColumns = [{ tags: contacts.tags, from: contacts }];

/** Returns the tags of clients and their people. */
export const listClientTags = (db: Db) => countTags(db, ofClients);

/** Returns the tags of contacts. */
export const listContactTags = (db: Db) => countTags(db, ofContacts);

/** Returns all tags in use, the most frequent first. */
export const listTags = async (db: Db): Promise<string[]> =>
  (await countTags(db, [...ofClients, ...ofContacts])).map(({ tag }) => tag);

/** Returns tags in the spelling that is in use already. */
export async function spelledAsUsed(db: Db, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const used = new Map((await listTags(db)).map((tag) => [keyOf(tag), tag]));
  return tags.map((tag) => used.get(keyOf(tag)) ?? tag);
}

/** Matches rows that have a tag, regardless of case. */
export const hasTag = (tags: SQLWrapper, tag: string) =>
  sql`exists (select from unnest(${tags}) as one where lower(one) = lower(${tag}))`;
