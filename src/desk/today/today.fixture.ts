import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { makePerson, makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findToday, findUnread, type Viewer } from './find-today.ts';
import { kindsFor } from './today-kinds.ts';

/** Returns a moment some minutes after the tests begin. */
export const minutesOn = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

/** Creates a project with a client and two team members, and functions to read what each of them has on Today. */
export async function openTodayOf(db: Db) {
  const made = await makeTestProject(db);
  const other = await makePerson(db, 'team', 'Tomas Lind');
  const viewer = (now: Date, person = made.team, canSeeMoney = true): Viewer => ({
    personId: person.id,
    now,
    kinds: kindsFor(canSeeMoney),
  });
  return {
    ...made,
    other,
    viewer,
    /** The rows, as the page shows them, by kind. */
    linesAt: async (now: Date, person = made.team, limit = 10) => {
      const groups = await findToday(db, viewer(now, person), limit);
      return groups.flatMap(({ of, rows }) =>
        rows.map((row) => ({ kind: row.kind, item: row.item, row, ...of.lineOf(row, now) })),
      );
    },
    /** The kinds that are unread, one for each row. */
    unreadAt: async (now: Date, person = made.team) => {
      const { rows } = await findUnread(db, viewer(now, person), { hasPaths: true });
      return rows.map(({ kind }) => kind).toSorted();
    },
  };
}

/** Stores a call of a lead or a client, from its start to its end. */
export async function storeCallRow(
  db: Db,
  hostId: string,
  call: {
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly state: string;
    readonly leadId?: string;
    readonly clientId?: string;
    readonly madeAt?: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const [from, to] = [call.startsAt.getTime() / 60_000, call.endsAt.getTime() / 60_000].map(Math.round);
  await db.execute(sql`insert into call_hosts (person_id, time_zone, daily_most) values (${hostId}, 'Europe/Berlin', 8)
    on conflict do nothing`);
  await db.execute(sql`insert into calls (id, lead_id, client_id, name, email, host_id, state, starts_at, ends_at, blocked, visitor_zone,
      visitor_clock, host_clock, token_hash, made_at)
    values (${id}, ${call.leadId ?? null}, ${call.clientId ?? null}, 'Osric Vane', 'osric@vane.example', ${hostId}, ${call.state},
      ${call.startsAt.toISOString()}::timestamptz, ${call.endsAt.toISOString()}::timestamptz,
      int8range(${from}::int8, ${to}::int8), 'Europe/Berlin', '2026-11-20 10:30', '2026-11-20 10:30', ${id}, ${(call.madeAt ?? testNow).toISOString()}::timestamptz)`);
  return id;
}
