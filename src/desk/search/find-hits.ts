import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { excerptOf, markedText, searchWordsOf, titleRank, type TextPart } from './search-text.ts';

/** The kinds of hits, in the order in which they are shown. */
export const searchKinds = [
  'lead',
  'client',
  'person',
  'contact',
  'project',
  'file',
  'sent-file',
  'invoice',
  'call',
  'message',
  'comment',
  'note',
  'form',
  'reply',
  'chat',
] as const;

export type SearchKind = (typeof searchKinds)[number];

/** One hit with its marked texts. */
export type Hit = {
  readonly id: string;
  readonly title: readonly TextPart[];
  readonly excerpt: readonly TextPart[];
  /** What it belongs to, such as a project; empty for none. */
  readonly place: string;
  readonly at: Date;
  readonly href: string;
};

export type HitGroup = {
  readonly kind: SearchKind;
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
};

type Found = { readonly kind: SearchKind; readonly id: string; readonly at: Date };

/** The condition that every word matches somewhere; the database folds them as it folded what it stores. */
const matches = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`content like search_pattern(${word})`),
    sql` and `,
  );

const listOf = (values: readonly string[]) =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

const rowsOf = async <Row>(db: Db, query: SQL) => ((await db.execute(query)) as { rows: Row[] }).rows;

const foundOf = (rows: readonly { kind: SearchKind; id: string; at: string | Date }[]): Found[] =>
  rows.map(({ kind, id, at }) => ({ kind, id, at: new Date(at) }));

/** As many matches are sorted in one pass; more are frequent words, found fast from the newest backwards. */
const mostSorted = 12_000;

/** Returns the newest matches of each kind, up to `most` a kind. */
async function findNewest(db: Db, words: readonly string[], kinds: readonly SearchKind[], most: number) {
  const all = sql`from search_entries where ${matches(words)} and kind in ${listOf(kinds)}`;
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from (select 1 ${all} limit ${mostSorted + 1}) found`,
  );
  const isRare = (counted?.total ?? 0) <= mostSorted;
  return foundOf(
    await rowsOf(
      db,
      isRare
        ? sql`select kind, source_id as id, at from (
            select kind, source_id, at, row_number() over (partition by kind order by at desc, source_id) as place ${all}) placed
          where place <= ${most} order by kind, place`
        : sql`select newest.kind, newest.source_id as id, newest.at from unnest(array[${sql.join(
            kinds.map((kind) => sql`${kind}`),
            sql`, `,
          )}]::text[]) one, lateral (
            select kind, source_id, at from search_entries where kind = one and ${matches(words)}
            order by at desc limit ${most}) newest`,
    ),
  );
}

type Shown = {
  readonly id: string;
  readonly title: string;
  readonly body: string | null;
  readonly place: string | null;
  readonly href: string;
};

const submitted = sql`(select string_agg(value, ' · ') from json_each_text(fields))`;

/** What is shown of each kind: a query up to its condition on `one.id`. */
const shownOf: Readonly<Record<SearchKind, SQL>> = {
  lead: sql`select one.id, name as title, concat_ws(' · ', email, nullif(follow_up_note, '')) as body, '' as place,
    '/desk/leads/' || one.id as href from leads one`,
  client: sql`select one.id, name as title, concat_ws(' · ', nullif(phone, ''), nullif(address, ''), nullif(notes, ''),
    nullif(array_to_string(tags, ', '), '')) as body, '' as place, '/desk/clients/' || one.id as href from clients one`,
  person: sql`select one.id, one.name as title, concat_ws(' · ', one.email, nullif(one.phone, ''), nullif(one.notes, ''),
    nullif(array_to_string(one.tags, ', '), '')) as body, clients.name as place,
    coalesce('/desk/clients/' || one.client_id, '/desk/team') as href
    from people one left join clients on clients.id = one.client_id`,
  contact: sql`select one.id, name as title, concat_ws(' · ', nullif(role, ''), nullif(email, ''), nullif(phone, ''),
    nullif(address, ''), nullif(notes, ''), nullif(array_to_string(tags, ', '), '')) as body, company as place,
    '/desk/contacts/' || one.id as href from contacts one`,
  project: sql`select one.id, 'P-' || number || ' ' || one.name as title, description as body, clients.name as place,
    '/desk/projects/' || one.id as href from projects one join clients on clients.id = one.client_id`,
  file: sql`select one.id, one.name as title, concat_ws(' · ', nullif(note, ''), nullif(folder, ''), original_name) as body,
    projects.name as place, '/desk/projects/' || one.project_id ||
      case when kind in ('audio', 'video') then '?file=' || one.id || '#player' else '#files' end as href
    from files one join projects on projects.id = one.project_id`,
  'sent-file': sql`select one.id, one.name as title, sent_by_name as body, projects.name as place,
    '/desk/projects/' || one.project_id || '#sent-files' as href
    from sent_files one join projects on projects.id = one.project_id`,
  invoice: sql`select one.id, one.code || ' ' || one.description as title,
    case when clients.erased_at is null then concat_ws(' · ', bill_to_name, bill_to_email) end as body,
    projects.name as place, '/desk/projects/' || one.project_id || '#invoices' as href
    from invoices one join projects on projects.id = one.project_id join clients on clients.id = one.client_id`,
  call: sql`select one.id, one.name as title, concat_ws(' · ', one.email, nullif(reason, '')) as body, '' as place,
    '/desk/calls/' || one.id as href from calls one`,
  message: sql`select one.id, author_name as title, content as body, coalesce(projects.name, clients.name) as place,
    '/desk/messages?' || case when one.project_id is null then 'client=' || one.client_id else 'project=' || one.project_id end
      || '&message=' || one.id || '#m-' || one.id as href
    from messages one left join projects on projects.id = one.project_id left join clients on clients.id = one.client_id`,
  comment: sql`select one.id, one.author_name as title, one.content as body, files.name as place,
    '/desk/projects/' || files.project_id || '?file=' || files.id || '&at=' || coalesce(first.at_ms, one.at_ms) ||
      '#comment-' || one.id as href
    from file_comments one join files on files.id = one.file_id left join file_comments first on first.id = one.reply_to`,
  note: sql`select one.id, author_name as title, content as body, leads.name as place,
    '/desk/leads/' || lead_id || '#entry-' || one.id as href from lead_notes one join leads on leads.id = lead_id`,
  form: sql`select one.id, leads.name as title, ${submitted} as body, '' as place,
    '/desk/leads/' || lead_id || '#entry-' || one.id as href from submissions one join leads on leads.id = lead_id`,
  reply: sql`select one.id, author_name as title, concat_ws(' · ', nullif(subject, ''), content) as body, leads.name as place,
    '/desk/leads/' || lead_id || '#entry-' || one.id as href from lead_replies one join leads on leads.id = lead_id`,
  chat: sql`select one.written_as as id, coalesce(one.author_name, conversations.name, '') as title, content as body,
    '' as place, '/desk/chats/' || conversation_id as href
    from conversation_lines one join conversations on conversations.id = conversation_id`,
};

const idColumnOf = (kind: SearchKind) => sql.raw(kind === 'chat' ? 'one.written_as' : 'one.id');

/** Reads what is shown of these matches, in one query; those that are gone meanwhile are left out. */
async function readHits(db: Db, found: readonly Found[], words: readonly string[]) {
  const kinds = searchKinds.filter((kind) => found.some((each) => each.kind === kind));
  if (kinds.length === 0) return new Map<string, Hit>();
  const parts = kinds.map((kind) => {
    const ids = found.filter((each) => each.kind === kind).map(({ id }) => id);
    return sql`(select ${kind} as kind, id, title, left(body, 20000) as body, place, href from
      (${shownOf[kind]} where ${idColumnOf(kind)} in ${listOf(ids)}) shown)`;
  });
  const rows = await rowsOf<Shown & { kind: SearchKind }>(db, sql.join(parts, sql` union all `));
  const timeOf = new Map(found.map(({ kind, id, at }) => [`${kind} ${id}`, at]));
  return new Map(
    rows.map(({ kind, id, title, body, place, href }): [string, Hit] => [
      `${kind} ${id}`,
      {
        id,
        title: markedText(title, words),
        excerpt: markedText(excerptOf(body ?? '', words), words),
        place: place ?? '',
        at: timeOf.get(`${kind} ${id}`) ?? new Date(0),
        href,
      },
    ]),
  );
}

const titleOf = (hit: Hit) => hit.title.map(({ text }) => text).join('');

/** Returns the hits of these matches: those with the words in their title first, then the newest. */
function ranked(found: readonly Found[], hits: ReadonlyMap<string, Hit>, words: readonly string[]): Hit[] {
  return found
    .flatMap(({ kind, id }) => hits.get(`${kind} ${id}`) ?? [])
    .map((hit) => ({ hit, rank: titleRank(titleOf(hit), words) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ hit }) => hit);
}

/** Kinds that are looked for by their title: the others are found newest first. */
const namedKinds: ReadonlySet<SearchKind> = new Set([
  'lead',
  'client',
  'person',
  'contact',
  'project',
  'file',
  'invoice',
  'call',
]);

/** So many of the newest matches of a kind are ranked. */
const candidates = 20;

/** Returns the best matches of a search by kind, up to `most` of each; none for a search without a word. */
export async function searchDesk(
  db: Db,
  query: string,
  { kinds, most }: { readonly kinds: readonly SearchKind[]; readonly most: number },
): Promise<HitGroup[]> {
  const words = searchWordsOf(query);
  if (words.length === 0) return [];
  const newest = await findNewest(db, words, kinds, candidates);
  const places = new Map<SearchKind, number>();
  const found = newest.filter(({ kind }) => {
    places.set(kind, (places.get(kind) ?? 0) + 1);
    return namedKinds.has(kind) || (places.get(kind) ?? 0) <= most + 1;
  });
  const hits = await readHits(db, found, words);
  return searchKinds.flatMap((kind) => {
    const ofKind = ranked(
      found.filter((each) => each.kind === kind),
      hits,
      words,
    );
    return ofKind.length === 0 ? [] : [{ kind, hits: ofKind.slice(0, most), hasMore: ofKind.length > most }];
  });
}

export const hitsPerPage = 50;

/** Returns one page of the matches of one kind, newest first. Pages count from 1. */
export async function searchKind(
  db: Db,
  query: string,
  { kind, page }: { readonly kind: SearchKind; readonly page: number },
): Promise<HitGroup> {
  const words = searchWordsOf(query);
  if (words.length === 0) return { kind, hits: [], hasMore: false };
  const rows = await rowsOf<{ kind: SearchKind; id: string; at: string }>(
    db,
    sql`select kind, source_id as id, at from search_entries where kind = ${kind} and ${matches(words)}
      order by at desc, source_id limit ${hitsPerPage + 1} offset ${(page - 1) * hitsPerPage}`,
  );
  const found = foundOf(rows);
  const hits = await readHits(db, found.slice(0, hitsPerPage), words);
  const shown = found.flatMap(({ id }) => hits.get(`${kind} ${id}`) ?? []);
  return { kind, hits: shown.slice(0, hitsPerPage), hasMore: found.length > hitsPerPage };
}

/** Returns the kinds that a member finds: invoices only with the permission to see money. */
export const kindsFor = (canSeeMoney: boolean): readonly SearchKind[] =>
  canSeeMoney ? searchKinds : searchKinds.filter((kind) => kind !== 'invoice');
