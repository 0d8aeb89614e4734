import { sql, type SQL } from 'drizzle-orm';
import { headerChatsOf, type HeaderChats } from '#src/features/chat/desk/find-chats.ts';
import { daysAfter } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { News, Scope, TodayKind, TodayRow } from './kinds/kind.ts';

/** The team member whose Today it is. */
export type Viewer = {
  readonly personId: string;
  readonly now: Date;
  /** What they may see. */
  readonly kinds: readonly TodayKind[];
};

/** How long news is shown to members who did not read it. */
const newsMs = 30 * dayMs;

/** The most rows of a kind in a list, and the most that are counted as unread. */
export const mostOfKind = 100;

/** Returns the bounds of the studio's day. */
function scopeOf(now: Date): Scope {
  const { dayOf, startOf } = studioCalendar;
  const today = dayOf(now);
  return { now, today, from: startOf(today), to: startOf(daysAfter(today, 1)) };
}

/** Since when a kind was read as a whole. */
const wholeRead = (kind: string, personId: string) =>
  sql`coalesce((select read_at from today_reads where person_id = ${personId} and kind = ${kind} and item = ''), '-infinity')`;

const isItemRead = (kind: string, personId: string, ref: SQL, at: SQL) =>
  sql`exists (select from today_reads one where one.person_id = ${personId} and one.kind = ${kind}
    and one.item = ${ref}::text and one.read_at >= ${at})`;

/** Selects the rows `w` that wait of a kind: those not handled, and of news those that the member has not read. */
function waitingOf(of: TodayKind, scope: Scope, personId: string): SQL {
  const { kind, canBeHandled } = of;
  const oldest = new Date(scope.now.getTime() - newsMs).toISOString();
  const news: News = {
    after: sql`greatest(${wholeRead(kind, personId)}, ${oldest}::timestamptz)`,
    isAfterRead: (at, ref) => sql`not ${isItemRead(kind, personId, ref, at)}`,
  };
  const handled = sql`not exists (select from today_handled h where h.kind = ${kind} and h.item = w.ref::text
    and h.handled_at >= w.newest)`;
  return sql`(${of.rows(scope, news)}) w where ${canBeHandled ? handled : sql`true`}`;
}

/** The condition that the row `w` is unread. */
function unreadOf({ kind, isNews, isQuiet }: TodayKind, personId: string): SQL {
  if (isQuiet) return sql`false`;
  if (isNews) return sql`true`;
  return sql`(w.newest > ${wholeRead(kind, personId)} and not ${isItemRead(kind, personId, sql`w.ref`, sql`w.newest`)})`;
}

const union = (parts: readonly SQL[]) => sql.join([...parts], sql` union all `);

const msOf = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

type StoredRow = Omit<TodayRow, 'since' | 'newest' | 'title'> & {
  readonly title: string | null;
  readonly sinceMs: number;
  readonly newestMs: number;
  readonly total: number;
};

/** The rows of one kind, and how many there are in all. */
export type TodayGroup = {
  readonly of: TodayKind;
  readonly rows: readonly TodayRow[];
  readonly total: number;
};

/**
 * Returns what waits, in one query: of each kind the first rows, longest wait first. Kinds without any are
 * left out.
 */
export async function findToday(
  db: Db,
  { personId, now, kinds }: Viewer,
  limit: number,
): Promise<TodayGroup[]> {
  const scope = scopeOf(now);
  // The total is counted before the few rows are joined with what they show.
  const parts = kinds.map(
    (of) => sql`(select ${of.kind}::text as kind, w.ref::text as item, w.total, w.count, ${of.path} as path,
        ${msOf(sql`w.since`)} as "sinceMs", ${msOf(sql`w.newest`)} as "newestMs", ${unreadOf(of, personId)} as "isUnread",
        d.title, d.excerpt, d.author, d.place, d.facts
      from (select w.*, (count(*) over ())::int as total from ${waitingOf(of, scope, personId)}
        order by w.since, w.ref limit ${limit}) w
      cross join lateral (${of.details}) d (title, excerpt, author, place, facts))`,
  );
  const result = await db.execute(union(parts));
  const { rows } = result as { rows: readonly StoredRow[] };
  return kinds.flatMap((of) => {
    // The joins do not keep the order.
    const own = rows
      .filter(({ kind }) => kind === of.kind)
      .toSorted((a, b) => a.sinceMs - b.sinceMs || a.item.localeCompare(b.item));
    const [first] = own;
    if (!first) return [];
    const shown = own.map(({ sinceMs, newestMs, title, ...row }) => ({
      ...row,
      title: title ?? '',
      since: new Date(sinceMs),
      newest: new Date(newestMs),
    }));
    return [{ of, rows: shown, total: first.total }];
  });
}

/** An unread row; its page is null where nobody asked for it. */
export type UnreadRow = {
  readonly kind: string;
  readonly item: string;
  readonly newestMs: number;
  readonly path: string | null;
};

/**
 * Returns what a member has not read, at most a hundred of each kind, and the state of the chats, in one query, since every
 * page of the desk makes it. `hasPaths` also finds the page of each, which takes longer.
 */
export async function findUnread(
  db: Db,
  { personId, now, kinds }: Viewer,
  { hasPaths }: { readonly hasPaths: boolean },
): Promise<{ readonly rows: readonly UnreadRow[]; readonly chats: HeaderChats }> {
  const scope = scopeOf(now);
  const parts = kinds
    .filter(({ isQuiet }) => !isQuiet)
    .map(
      (of) => sql`(select ${of.kind}::text as kind, w.ref::text as item,
          ${hasPaths ? of.path : sql`null::text`} as path, ${msOf(sql`w.newest`)} as "newestMs"
        from (select w.* from ${waitingOf(of, scope, personId)} and ${unreadOf(of, personId)} limit ${mostOfKind}) w)`,
    );
  const result = await db.execute(sql`select chats.waiting, chats.takes_chats as "takesChats",
      (select coalesce(json_agg(u), '[]'::json) from (${union(parts)}) u) as unread
    from (${headerChatsOf(db, personId).getSQL()}) chats`);
  const { rows } = result as { rows: [HeaderChats & { readonly unread: readonly UnreadRow[] }] };
  const [{ waiting, takesChats, unread }] = rows;
  return { rows: unread, chats: { waiting, takesChats } };
}
