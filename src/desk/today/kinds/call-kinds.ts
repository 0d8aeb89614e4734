import { sql } from 'drizzle-orm';
import calls from '#content/desk-calls.yaml';
import words from '#content/today.yaml';
import { kindText } from '#src/features/calls/calendar/call-mark.tsx';
import { dayMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import type { TodayKind } from './kind.ts';

const { texts } = words;

/** How long a call without an outcome, or one that was missed, is shown. */
const shownMs = 30 * dayMs;

/** A booked call that is not over yet. It is new to everyone in the morning. */
export const callKind: TodayKind = {
  kind: 'call',
  allHref: '/desk/calls',
  rows: ({ now, from, to }) => sql`select id as ref, starts_at as since,
      greatest(made_at, ${from.toISOString()}::timestamptz) as newest, 1 as count
    from calls where state = 'booked' and starts_at >= ${from.toISOString()}::timestamptz
      and starts_at < ${to.toISOString()}::timestamptz and ends_at > ${now.toISOString()}::timestamptz`,
  path: sql`'/desk/calls/' || w.ref`,
  details: sql`select c.name as title, null as excerpt, host.name as author, kind.name as place, '{}'::json as facts
    from calls c join people host on host.id = c.host_id left join call_kinds kind on kind.id = c.kind_id
    where c.id = w.ref`,
  lineOf: ({ item, title, author, place, since }, now) => ({
    href: `/desk/calls/${item}`,
    title,
    text: fill(texts.call, { kind: kindText(place), host: author ?? '' }),
    ...(since <= now ? { mark: texts.now } : {}),
  }),
};

/** A call that is over without an outcome, or a visitor who did not appear and has no other time yet. */
export const missedCallKind: TodayKind = {
  kind: 'missed-call',
  canBeHandled: true,
  rows({ now }) {
    const after = new Date(now.getTime() - shownMs).toISOString();
    return sql`select c.id as ref, c.starts_at as since, c.ends_at as newest, 1 as count
      from calls c
      where c.state in ('booked', 'missed') and c.ends_at <= ${now.toISOString()}::timestamptz
        and c.ends_at > ${after}::timestamptz
        and not (c.state = 'missed' and exists (select from calls other where other.replaces_id = c.id
          or (other.id <> c.id and (other.lead_id = c.lead_id or other.client_id = c.client_id)
            and other.made_at > c.starts_at)))`;
  },
  path: sql`(select case when c.state = 'booked' then '/desk/calls/' || c.id
      else coalesce('/desk/leads/' || c.lead_id, '/desk/clients/' || c.client_id, '/desk/calls/' || c.id) end
    from calls c where c.id = w.ref)`,
  details: sql`select c.name as title, null as excerpt, host.name as author, null as place,
      json_build_object('state', c.state) as facts
    from calls c join people host on host.id = c.host_id where c.id = w.ref`,
  lineOf({ item, title, author, path, facts }) {
    if (facts['state'] === 'booked')
      return {
        href: `/desk/calls/${item}`,
        title,
        text: fill(texts.outcome, { host: author ?? '' }),
        actions: [
          { action: 'happened', label: calls.states.happened, fields: { call: item } },
          { action: 'missed', label: calls.states.missed, fields: { call: item } },
        ],
      };
    const isTheirs = !path.startsWith('/desk/calls/');
    return {
      href: isTheirs ? `${path}?calls=offer#calls` : path,
      title,
      text: fill(texts.missed, { host: author ?? '' }),
      mark: calls.states.missed,
    };
  },
};
