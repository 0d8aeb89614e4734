import { sql, type SQL } from 'drizzle-orm';
import messageWords from '#content/desk-messages.yaml';
import portal from '#content/portal.yaml';
import projectWords from '#content/project.yaml';
import words from '#content/today.yaml';
import { fileNameOf } from '#src/features/files/file-name.tsx';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';
import { openMinor } from '#src/features/invoices/balance.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import { generalKey } from '#src/features/messages/conversation.ts';
import { dayMs } from '#src/platform/durations.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import type { News, TodayKind, TodayRow } from './kind.ts';

const { actions, texts } = words;

/** Returns a text for one or several. */
const counted = (count: number, [one, several]: readonly [string, string]) =>
  fill(count === 1 ? one : several, { count: String(count) });

/** What somebody wrote, with their name. */
const quoteOf = ({ author, excerpt }: TodayRow) =>
  fill(texts.quote, { author: nameOf(author ?? '', ''), text: nameOf(excerpt ?? '', '', 200) });

/** The name of a project and of its client. */
const place = sql`p.name || ', ' || c.name as place`;
const placeOf = ({ place: name }: TodayRow) => (name === null ? {} : { place: name });

/** Selects what the row of a project shows, with the newest of its things. */
const ofProject = sql`select w.title, w.excerpt, w.author, ${place}, w.facts
  from projects p join clients c on c.id = p.client_id where p.id = w.ref`;

/** A conversation whose last message is the client's, of a project or in general. */
export const messageKind: TodayKind = {
  kind: 'message',
  allHref: '/desk/messages',
  rows: () => sql`select conversation_id as ref, since, newest, count from unanswered_messages`,
  path: sql`(select '/desk/messages?' || coalesce('project=' || u.project_id, 'client=' || u.client_id)
    from unanswered_messages u where u.conversation_id = w.ref)`,
  details: sql`select p.name as title, last.content as excerpt, last.author_name as author, c.name as place,
      json_build_object('project', u.project_id, 'client', c.id) as facts
    from unanswered_messages u left join projects p on p.id = u.project_id
      join clients c on c.id = coalesce(u.client_id, p.client_id)
      left join lateral (select left(content, 300) as content, author_name from messages m
        where (m.project_id = u.project_id or m.client_id = u.client_id) order by sent_at desc limit 1) last on true
    where u.conversation_id = w.ref`,
  lineOf(row) {
    const { facts, count } = row;
    const project = facts['project'];
    const fields = { projectId: String(project ?? generalKey), clientId: String(facts['client']) };
    return {
      href: `${row.path}#message-${fields.projectId}`,
      title: row.title === '' ? portal.messages.general : row.title,
      ...placeOf(row),
      text: quoteOf(row),
      ...(count > 1 ? { badge: counted(count, texts.messages) } : {}),
      actions: [{ action: 'settle-messages', label: messageWords.settle, fields }],
    };
  },
};

/** A file for which the client requested changes, without a newer version yet. */
export const changeRequestKind: TodayKind = {
  kind: 'change-request',
  canBeHandled: true,
  rows: () => sql`select r.id as ref, r.requested_at as since, r.requested_at as newest, 1 as count
    from change_requests r join files f on f.id = r.file_id where r.closed_at is null and f.superseded_by is null`,
  path: sql`(select '/desk/projects/' || f.project_id || '?file=' || f.id
    from change_requests r join files f on f.id = r.file_id where r.id = w.ref)`,
  details: sql`select f.name as title, left(r.content, 300) as excerpt, r.requested_by_name as author, ${place},
      json_build_object('file', f.id) as facts
    from change_requests r join files f on f.id = r.file_id join projects p on p.id = f.project_id
      join clients c on c.id = p.client_id
    where r.id = w.ref`,
  lineOf: (row) => ({
    href: `${row.path}#file-${row.facts['file']}`,
    title: fileNameOf(row.title),
    ...placeOf(row),
    text: quoteOf(row),
  }),
};

/** How long a client's reply to a comment of the team counts as waiting. */
const repliesMs = 30 * dayMs;

/** The first open comment of a recording that waits, at its place on the newest version that shows it. */
const firstComment = sql`select o.id, f.project_id, coalesce(moved.file_id, o.file_id) as file_id,
    coalesce(moved.at_ms, o.at_ms) as at_ms, case when moved.file_id is null then o.until_ms else moved.until_ms end as until_ms,
    coalesce(reply.content, o.content) as content, coalesce(reply.author_name, o.author_name) as author_name
  from file_comments o join files f on f.id = o.file_id
    left join lateral (select sender, content, author_name from file_comments r where r.reply_to = o.id
      order by r.made_at desc limit 1) reply on reply.sender <> 'team'
    left join lateral (select k.file_id, k.at_ms, k.until_ms from carried_comments k join files v on v.id = k.file_id
      where k.comment_id = o.id order by v.version desc limit 1) moved on true
  where f.recording_id = w.ref and o.done_at is null and o.reply_to is null
    and (o.sender <> 'team' or reply.content is not null)
  order by o.made_at, o.id limit 1`;

/**
 * The open comments of clients and guests on a recording, and their replies to open ones of the team; on the newest
 * version that shows them.
 */
export const commentKind: TodayKind = {
  kind: 'comment',
  canBeHandled: true,
  rows: ({
    now,
  }) => sql`select f.recording_id as ref, min(o.made_at) as since, max(o.made_at) as newest, count(*)::int as count
    from (
      select file_id, made_at from file_comments where done_at is null and reply_to is null and sender <> 'team'
      union all
      select root.file_id, reply.made_at from file_comments reply join file_comments root on root.id = reply.reply_to
      where reply.reply_to is not null and reply.sender <> 'team'
        and reply.made_at > ${new Date(now.getTime() - repliesMs).toISOString()}::timestamptz
        and root.done_at is null and root.sender = 'team'
        and not exists (select from file_comments later where later.reply_to = root.id and later.made_at > reply.made_at)
    ) o join files f on f.id = o.file_id
    group by f.recording_id`,
  path: sql`(select '/desk/projects/' || first.project_id || '?file=' || first.file_id from (${firstComment}) first)`,
  details: sql`select f.name as title, left(first.content, 300) as excerpt, first.author_name as author, ${place},
      json_build_object('project', p.id, 'file', f.id, 'comment', first.id, 'at', first.at_ms, 'until', first.until_ms) as facts
    from (${firstComment}) first join files f on f.id = first.file_id join projects p on p.id = f.project_id
      join clients c on c.id = p.client_id`,
  lineOf(row) {
    const { facts, count } = row;
    const { at, until } = facts;
    const [project, file, comment] = [facts['project'], facts['file'], facts['comment']].map(String);
    const time = spanTextOf(Number(at), until === null ? null : Number(until), projectWords.player.range);
    const fields = { project, file, comment } as Record<string, string>;
    return {
      href: `${row.path}&at=${at}#comment-${comment}`,
      title: fileNameOf(row.title),
      ...placeOf(row),
      text: fill(texts.comment, { time, quote: quoteOf(row) }),
      ...(count > 1
        ? { badge: counted(count, texts.comments) }
        : { actions: [{ action: 'resolve', label: actions.resolve, fields }] }),
    };
  },
};

/** A payment that the client reported and nobody has confirmed. */
export const paymentKind: TodayKind = {
  kind: 'payment',
  isMoney: true,
  allHref: '/desk/invoices?state=reported',
  rows: () => sql`select id as ref, coalesce(paid_at, created_at) as since, coalesce(paid_at, created_at) as newest,
      1 as count
    from invoices where state = 'reported'`,
  path: sql`'/desk/invoices?state=reported'`,
  details: sql`select null as title, invoices.description as excerpt, invoices.paid_by_name as author, ${place},
      json_build_object('code', invoices.code, 'currency', invoices.currency, 'open', ${openMinor}) as facts
    from invoices join projects p on p.id = invoices.project_id join clients c on c.id = invoices.client_id
    where invoices.id = w.ref`,
  lineOf: (row) => ({
    href: `${row.path}#invoice-${row.item}`,
    title: fill(texts.payment, {
      invoice: String(row.facts['code']),
      amount: moneyOf(Number(row.facts['open']), String(row.facts['currency'])),
    }),
    ...placeOf(row),
    text: nameOf(row.excerpt ?? '', '', 200),
    actions: [{ action: 'confirm-invoice', label: actions.confirm, fields: { invoiceId: row.item } }],
  }),
};

/** The most things that are grouped into news. */
const mostNews = 200;

/** Groups the news `n` (`project_id, name, author, at, extra`) by project. */
const newsOf = (news: SQL, { isAfterRead }: News, extra: SQL) =>
  sql`select n.project_id as ref, min(n.at) as since, max(n.at) as newest, count(n.name)::int as count,
      (array_agg(n.name order by n.at desc))[1] as title, (array_agg(n.author order by n.at desc))[1] as author,
      ${extra} from (${news} order by at desc limit ${mostNews}) n
    where ${isAfterRead(sql`n.at`, sql`n.project_id`)}
    group by n.project_id`;

/** What a client sent to a project: files, and that all requested ones are there. */
export const fileKind: TodayKind = {
  kind: 'file',
  isNews: true,
  rows: (_, news) =>
    newsOf(
      sql`select project_id, name, sent_by_name as author, sent_at as at, null as request from sent_files
        where sent_at > ${news.after}
      union all
      select project_id, null, closed_by_name, closed_at, title from upload_requests
        where state = 'done' and closed_at > ${news.after}
          and exists (select from people where people.id = closed_by and people.role = 'client')`,
      news,
      sql`'{}'::json as facts, (array_agg(n.request order by n.at desc) filter (where n.request is not null))[1] as excerpt`,
    ),
  path: sql`'/desk/projects/' || w.ref`,
  details: ofProject,
  lineOf(row) {
    const { count, title, author, excerpt: request } = row;
    const name = count === 1 ? fileNameOf(title) : counted(count, texts.files);
    const done = request === null ? '' : fill(texts.requestDone, { request: nameOf(request, '') });
    const from = fill(texts.sentBy, { author: nameOf(author ?? '', '') });
    return {
      href: `${row.path}#sent-files`,
      title: count === 0 ? done : name,
      ...placeOf(row),
      text: count === 0 || done === '' ? from : `${from} ${done}`,
    };
  },
};

/** The files of a project that its client approved. */
export const approvalKind: TodayKind = {
  kind: 'approval',
  isNews: true,
  rows: (_, news) =>
    newsOf(
      sql`select f.project_id, f.name, a.approved_by_name as author, a.approved_at as at, f.id as file_id
        from file_approvals a join files f on f.id = a.file_id
        where a.approved_at > ${news.after} and a.approved_with is null`,
      news,
      sql`json_build_object('file', (array_agg(n.file_id order by n.at desc))[1]) as facts, null as excerpt`,
    ),
  path: sql`'/desk/projects/' || w.ref`,
  details: ofProject,
  lineOf: (row) => ({
    href:
      row.count === 1
        ? `${row.path}?file=${row.facts['file']}#file-${row.facts['file']}`
        : `${row.path}#files`,
    title: row.count === 1 ? fileNameOf(row.title) : counted(row.count, texts.files),
    ...placeOf(row),
    text: fill(texts.approvedBy, { author: nameOf(row.author ?? '', '') }),
  }),
};

/** The files of a project that are still being measured. */
export const measuringKind: TodayKind = {
  kind: 'measuring',
  isQuiet: true,
  rows: (_, news) =>
    newsOf(
      sql`select f.project_id, f.name, null as author, m.asked_at as at, m.percent from sound_measurements m
        join files f on f.sha256 = m.sha256 where m.state in ('waiting', 'measuring')`,
      { ...news, isAfterRead: () => sql`true` },
      sql`json_build_object('percent', min(n.percent)) as facts, null as excerpt`,
    ),
  path: sql`'/desk/projects/' || w.ref`,
  details: ofProject,
  lineOf: (row) => ({
    href: `${row.path}#files`,
    title: row.count === 1 ? fileNameOf(row.title) : counted(row.count, texts.files),
    ...placeOf(row),
    text: fill(texts.measured, { percent: String(row.facts['percent']) }),
  }),
};
