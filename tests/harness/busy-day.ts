import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { startSeeded, type SeededServer } from './seeded-server.ts';

/** With 20 leads and three clients who wait for an answer, and one visitor in the chat. */
const size = { leads: 66, clients: 2, projects: 6, messages: 60 };

const person = sql`(select id from people where role = 'client' order by email limit 1)`;
const host = sql`(select id from people where role = 'team' order by email limit 1)`;
const filesFrom = (first: number, count: number) =>
  sql`(select id, project_id, sha256, row_number() over (order by id) as n from files order by id offset ${first} limit ${count}) f`;

/** What waits besides: one row each of Today, unless it says otherwise. */
const waiting: readonly SQL[] = [
  sql`update people set can_see_money = true where role = 'team'`,
  sql`update leads set follow_up_on = current_date - 1, follow_up_note = 'Call again about the reel', waiting_since = null
    where id in (select id from leads where waiting_since is null and not is_held order by id limit 2)`,
  sql`insert into change_requests (id, file_id, sha256, requested_by, requested_by_name, requested_at, content)
    select gen_random_uuid(), f.id, f.sha256, ${person}, 'Client 1', now() - f.n * interval '1 hour', 'The gulls quieter, please'
    from ${filesFrom(0, 3)}`,
  // Five comments on two files are two rows.
  sql`insert into file_comments (id, file_id, author_id, author_name, sender, at_ms, content, made_at)
    select gen_random_uuid(), f.id, ${person}, 'Client 1', 'client', k * 1000, 'A click here', now() - k * interval '1 minute'
    from ${filesFrom(3, 2)}, generate_series(1, 4) k where f.n = 4 or k = 1`,
  // Three files in one project are one row.
  sql`insert into sent_files (id, project_id, name, kind, media_type, size_bytes, sha256, storage_key, sent_by, sent_by_name, sent_at)
    select gen_random_uuid(), f.project_id, 'stem_' || k || '.wav', 'audio', 'audio/wav', 1000, f.sha256, 'sent ' || k, ${person},
      'Client 1', now() - interval '2 hours' from ${filesFrom(0, 1)}, generate_series(1, 3) k`,
  sql`update files set needs_approval = true`,
  sql`insert into file_approvals (file_id, sha256, approved_by, approved_by_name, approved_at)
    select f.id, f.sha256, ${person}, 'Client 1', now() - interval '3 hours' from ${filesFrom(6, 1)}`,
  sql`update invoices set state = 'reported', paid_at = now() - interval '1 day', paid_by_name = 'Client 1', is_reported = true
    where id in (select id from invoices where state = 'pending' order by number limit 2)`,
  sql`insert into call_hosts (person_id, time_zone, daily_most) values (${host}, 'Europe/Berlin', 8)`,
  sql`insert into calls (id, client_id, name, email, host_id, state, starts_at, ends_at, blocked, visitor_zone, visitor_clock,
      host_clock, token_hash, made_at)
    select gen_random_uuid(), (select id from clients order by name limit 1), 'Client 1', 'client1@client.example', ${host}, state,
      now() - n * interval '1 day', now() - n * interval '1 day' + interval '30 minutes', int8range(n * 100, n * 100 + 30),
      'Europe/Berlin', '2026-11-20 10:00 +01:00', '2026-11-20 10:00 +01:00', 'call ' || n, now() - interval '9 days'
    from (values (1, 'booked'), (2, 'missed')) as past (n, state)`,
  sql`insert into outbox (id, kind, state, last_error, lead_id, topic, created_at, settled_at)
    select gen_random_uuid(), 'sender-mail', 'failed', '550 no mailbox', id, 'contact', now(), now() from leads order by id limit 1`,
];

/** The number of rows of Today then. */
export const waitingCount = 40;

/** Starts a studio in which 40 things wait for the team. */
export const startBusyDay = (): Promise<SeededServer> =>
  startSeeded(size, {
    isCounting: false,
    async furnish(db: Db) {
      for (const statement of waiting) await db.execute(statement);
    },
  });
