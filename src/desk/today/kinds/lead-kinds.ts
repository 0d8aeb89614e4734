import { sql } from 'drizzle-orm';
import desk from '#content/desk.yaml';
import words from '#content/today.yaml';
import { excerpt } from '#src/features/leads/inbox/find-inbox.ts';
import { leadWaitOf } from '#src/features/leads/lead-status.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import { fill, nameOf, wordsFor } from '#src/platform/fill.ts';
import { dayText, hoursText } from '#src/workspace/time-text.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { TodayKind } from './kind.ts';

const { actions, texts } = words;
const { sources, otherSource, states, late } = desk.inbox;

const longestWaitInHoursMs = 48 * hourMs;

/** Returns the sentence about a wait: its hours, and from two days on the time when it began. */
const waitText = (since: Date, now: Date): string => {
  const waitedMs = now.getTime() - since.getTime();
  return waitedMs < longestWaitInHoursMs ? fill(texts.waiting, { hours: hoursText(waitedMs) }) : texts.since;
};

/** A person whose form nobody has answered. */
export const leadKind: TodayKind = {
  kind: 'lead',
  allHref: '/desk/leads',
  rows: () => sql`select id as ref, waiting_since as since, waiting_since as newest, 1 as count
    from leads where not is_held and waiting_since is not null`,
  path: sql`'/desk/leads/' || w.ref`,
  details: sql`select l.name as title, s.excerpt, null as author, null as place,
      json_build_object('form', s.form, 'openedMs', extract(epoch from l.opened_at) * 1000) as facts
    from leads l left join lateral (select ${submissions.form}, ${excerpt} as excerpt from ${submissions}
      where ${submissions.leadId} = l.id and not ${submissions.isHeld} order by ${submissions.createdAt} desc limit 1) s on true
    where l.id = w.ref`,
  lineOf({ item, title, excerpt: text, since, facts }, now) {
    const { form, openedMs } = facts;
    const openedAt = openedMs === null ? null : new Date(Number(openedMs));
    const wait = leadWaitOf({ waitingSince: since, openedAt }, now);
    const isLate = now.getTime() - since.getTime() >= 24 * hourMs;
    return {
      href: `/desk/leads/${item}`,
      title,
      text: fill(texts.lead, {
        form: wordsFor(sources, String(form), otherSource),
        text: nameOf(text ?? '', '', 200),
      }),
      ...(wait === 'due' ? { mark: isLate ? late : states.due } : {}),
      when: waitText(since, now),
      actions: [{ action: 'answer', label: actions.answered, fields: { lead: item } }],
    };
  },
};

/** A lead whom the team wanted to contact by today. */
export const followUpKind: TodayKind = {
  kind: 'follow-up',
  allHref: '/desk/leads?state=follow-up',
  rows: ({ today, from }) => sql`select f.id as ref, f.day as since, f.day as newest, 1 as count
    from (select id, (follow_up_on - ${today}::date) * interval '1 day' + ${from.toISOString()}::timestamptz as day
      from leads where not is_held and follow_up_on <= ${today}::date) f`,
  path: sql`'/desk/leads/' || w.ref`,
  details: sql`select name as title, follow_up_note as excerpt, null as author, null as place,
      json_build_object('on', follow_up_on::text) as facts
    from leads where id = w.ref`,
  lineOf: ({ item, title, excerpt: note, facts }) => ({
    href: `/desk/leads/${item}#follow-up`,
    title,
    text: note ?? '',
    when: fill(texts.day, { day: dayText(String(facts['on'])) }),
    actions: [{ action: 'follow-up', label: actions.done, fields: { lead: item } }],
  }),
};

/** A visitor who waits for a person in the chat. */
export const chatKind: TodayKind = {
  kind: 'chat',
  allHref: '/desk/chats',
  rows: () => sql`select id as ref, waiting_since as since, waiting_since as newest, 1 as count
    from conversations where waiting_since is not null and seq > 0`,
  path: sql`'/desk/chats/' || w.ref`,
  details: sql`select c.name as title, (select content from conversation_lines line where line.conversation_id = c.id
        and line.kind = 'text' and line.sender = 'visitor' order by line.seq desc limit 1) as excerpt,
      null as author, null as place, '{}'::json as facts
    from conversations c where c.id = w.ref`,
  lineOf: ({ item, title, excerpt: text, since }, now) => ({
    href: `/desk/chats/${item}`,
    title: title === '' ? texts.visitor : title,
    text: nameOf(text ?? '', '', 200),
    when: waitText(since, now),
  }),
};

/** An email that could not be delivered. */
export const failedEmailKind: TodayKind = {
  kind: 'failed-email',
  allHref: '/desk/mails',
  rows: () => sql`select id as ref, coalesce(settled_at, created_at) as since, coalesce(settled_at, created_at) as newest, 1 as count
    from outbox where state = 'failed'`,
  path: sql`'/desk/mails'`,
  details: sql`select coalesce(l.name, c.name, p.name) as title, o.last_error as excerpt, null as author, null as place,
      json_build_object('mail', o.kind, 'topic', o.topic) as facts
    from outbox o left join leads l on l.id = o.lead_id left join clients c on c.id = o.client_id
      left join people p on p.id = o.person_id
    where o.id = w.ref`,
  lineOf({ item, title, excerpt: reason, facts }) {
    const form = wordsFor(sources, String(facts['topic']), otherSource);
    const mail = wordsFor(desk.failed.kinds, String(facts['mail']), desk.failed.something);
    return {
      href: '/desk/mails',
      title: fill(mail, { form, client: nameOf(title, '') }),
      ...(title === '' ? {} : { place: title }),
      text: nameOf(reason ?? '', '', 200),
      actions: [{ action: 'retry', label: desk.failed.retry, fields: { mail: item } }],
    };
  },
};
