import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { bookCall, storeCall } from '#src/features/calls/booking/book-call.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { busyCalendars, busyTimes, callHosts, callHours } from '#src/features/calls/host.table.ts';
import { blockedRange, defaultSettings, listFreeTimes } from '#src/features/calls/times/find-hosts.ts';
import { findSlot, lockTimes } from '#src/features/calls/times/find-slot.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Database, Db } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { report, type Table } from '../drills/report.ts';
import { zonesReadOneByOne } from './call-zones.ts';
import { withPostgres } from './postgres.ts';
import { median, quantile } from './quantile.ts';

/**
 * `npm run bench -- calls` measures how many of 200 concurrent requests for one time get it, on both engines and from
 * two processes; the cost of a booking against a bare commit; a month of free times for ten hosts with 5,000 calls and
 * three calendars each; and the hours of two years in every zone.
 */
const rounds = 50;
const wanting = 200;
const now = new Date('2026-11-20T08:00:00Z');
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** A Monday, 9:00 in UTC. */
const mondayMs = Date.parse('2026-11-23T09:00:00Z');
const secret = 'a secret of benches';
const leadId = '019aa000-0000-7000-8000-000000000001';

const options = { deadlineMs: 60_000, onHung: () => process.exit(1) };
const migrations = join(projectRootFrom(import.meta.dirname), 'database/migrations');

async function open(databaseUrl: string | null, dataDir: string): Promise<Database> {
  const database = await openDatabase({ databaseUrl, dataDir }, options);
  await migrate(database, migrations);
  return database;
}

async function makeHosts(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const rows = ids.map((id, n) => ({
    id,
    name: `Host ${n}`,
    role: 'team' as const,
    email: `${id}@studio.example`,
    emailKey: `${id}@studio.example`,
    createdAt: now,
  }));
  await db.insert(people).values(rows);
  await db.insert(callHosts).values(ids.map((personId) => ({ personId, timeZone: 'UTC', dailyMost: 48 })));
  const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 1080 }));
  await db.insert(callHours).values(ids.flatMap((hostId) => week.map((hours) => ({ hostId, ...hours }))));
  return ids;
}

const visitor = { leadId, name: 'Visitor', email: 'visitor@visitor.example' };

async function makeLead(db: Db): Promise<void> {
  const { email, name } = visitor;
  const lead = { id: leadId, email, emailKey: email, name, status: 'lead', isHeld: false } as const;
  await db.insert(leads).values({ ...lead, createdAt: now });
}

/** Requests a time as the form does. Returns whether it was booked, or the error's name. */
async function want(db: Db, startMs: number): Promise<string> {
  try {
    return await db.transaction(async (tx) => {
      await lockTimes(tx);
      const slot = await findSlot(tx, now, { startMs, visitorZone: 'UTC' });
      if (!slot) return 'taken';
      await storeCall(tx, { now, secret }, slot, { id: uuidv7(), ...visitor });
      return 'had';
    });
  } catch (error) {
    return error instanceof Error ? error.name : 'error';
  }
}

/** Runs in another process: waits for start times, requests all of them at once, and replies with the results. */
async function beCrowd(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, options);
  process.on('message', (startsMs: readonly number[]) => {
    void Promise.all(startsMs.map((startMs) => want(database.db, startMs))).then((outcomes) =>
      process.send?.(outcomes),
    );
  });
  process.send?.('ready');
}

type Wants = (startsMs: readonly number[]) => Promise<string[]>;

/** Counts the bookings in each round of requests for `startsOf`; a round is correct if `right` of them succeed. */
async function race(db: Db, name: string, wants: Wants, startsOf: (n: number) => number, right: number) {
  let isRight = 0;
  let errors = 0;
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await db.delete(calls);
    const begin = performance.now();
    const outcomes = await wants(Array.from({ length: wanting }, (_, n) => startsOf(n)));
    ms.push((performance.now() - begin) / wanting);
    isRight += Number(outcomes.filter((outcome) => outcome === 'had').length === right);
    errors += outcomes.filter((outcome) => outcome !== 'had' && outcome !== 'taken').length;
  }
  return {
    race: name,
    'right rounds': `${isRight} of ${rounds}`,
    errors,
    'ms an attempt': Number(median(ms).toFixed(2)),
  };
}

const sameTime = () => mondayMs;
/** Four starts half an hour apart: with a buffer of a quarter of an hour after each call two fit. */
const overlapping = (n: number) => mondayMs + (n % 4) * 30 * minuteMs;

async function races(database: Database, databaseUrl: string | null) {
  const { db } = database;
  const here: Wants = (startsMs) => Promise.all(startsMs.map((startMs) => want(db, startMs)));
  const rows = [
    await race(db, 'one time, one host', here, sameTime, 1),
    await race(db, 'times that overlap, one host', here, overlapping, 2),
  ];
  if (databaseUrl === null) return rows;
  const other = fork(fileURLToPath(import.meta.url), [databaseUrl]);
  await once(other, 'message');
  const both: Wants = async (startsMs) => {
    const answered = once(other, 'message') as Promise<[string[]]>;
    other.send(startsMs.filter((_, n) => n % 2 === 0));
    const ours = await here(startsMs.filter((_, n) => n % 2 === 1));
    return [...ours, ...(await answered)[0]];
  };
  rows.push(await race(db, 'one time, one host, two processes', both, sameTime, 1));
  rows.push(await race(db, 'times that overlap, two processes', both, overlapping, 2));
  other.kill();
  await once(other, 'exit');
  return rows;
}

/** Milliseconds of consecutive bookings, relative to a commit of one row in the same database. */
async function costOfBooking({ db }: Database) {
  await db.delete(calls);
  await db.execute(sql`create table bare (id uuid primary key, text text not null)`);
  const jobs = { enqueue: async () => undefined };
  const [bare, booked]: [number[], number[]] = [[], []];
  for (let n = 0; n < 100; n += 1) {
    const begin = performance.now();
    await db.execute(sql`insert into bare values (${uuidv7()}, ${'x'.repeat(200)})`);
    bare.push(performance.now() - begin);
    const startMs = mondayMs + (n % 10) * 60 * minuteMs + Math.floor(n / 10) * dayMs;
    const from = performance.now();
    const wasBooked = await db.transaction(async (tx) => {
      await lockTimes(tx);
      const slot = await findSlot(tx, now, { startMs, visitorZone: 'UTC' });
      if (!slot) return false;
      const host = { id: null, name: 'Visitor' };
      await bookCall(tx, { now, secret, jobs }, host, slot, { id: uuidv7(), ...visitor });
      return true;
    });
    if (wasBooked) booked.push(performance.now() - from);
  }
  return {
    'bare commit ms': Number(median(bare).toFixed(2)),
    'booking ms': Number(median(booked).toFixed(2)),
    ratio: Number((median(booked) / median(bare)).toFixed(1)),
  };
}

/** Ten hosts, 5,000 calls over two years and three calendars each with busy times of a year. */
async function fill(db: Db): Promise<void> {
  await db.delete(calls);
  await makeHosts(db, 9);
  const hosts = await db.select().from(callHosts);
  const held = { state: 'booked', visitorZone: 'UTC', visitorClock: '', hostClock: '', madeAt: now } as const;
  const rows = Array.from({ length: 5000 }, (_, n) => {
    const { personId, lane } = hosts[n % hosts.length] ?? { personId: '', lane: 0 };
    const place = Math.floor(n / hosts.length);
    const startMs = mondayMs + (Math.floor(place / 2) - 125) * dayMs + (place % 2) * 180 * minuteMs;
    const [startsAt, endsAt] = [new Date(startMs), new Date(startMs + 30 * minuteMs)];
    const id = uuidv7();
    const blocked = blockedRange(lane, startMs, defaultSettings);
    return { id, ...visitor, hostId: personId, ...held, startsAt, endsAt, blocked, tokenHash: id };
  });
  for (let at = 0; at < rows.length; at += 1000) await db.insert(calls).values(rows.slice(at, at + 1000));
  for (const { personId: hostId } of hosts) {
    for (let calendar = 0; calendar < 3; calendar += 1) {
      const calendarId = uuidv7();
      const made = { id: calendarId, hostId, name: 'Calendar', sealedAddress: '', madeAt: now, readAt: now };
      await db.insert(busyCalendars).values(made);
      const times = Array.from({ length: 365 }, (_, day) => {
        const startMs = mondayMs + (day - 30) * dayMs + (calendar * 2 + 1) * 60 * minuteMs;
        return { calendarId, startsAt: new Date(startMs), endsAt: new Date(startMs + 45 * minuteMs) };
      });
      await db.insert(busyTimes).values(times);
    }
  }
  await db.execute(sql`analyze`);
}

async function monthOfTimes({ db }: Database) {
  await fill(db);
  const ms: number[] = [];
  let found = 0;
  for (let n = 0; n < 40; n += 1) {
    const begin = performance.now();
    const { times } = await listFreeTimes(db, now);
    ms.push(performance.now() - begin);
    found = times.length;
  }
  return {
    'free times': found,
    'median ms': Math.round(median(ms)),
    'p95 ms': Math.round(quantile(ms, 0.95)),
  };
}

const tables: Table[] = [];

async function measure(databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'antinode-bench-'));
  const database = await open(databaseUrl, dataDir);
  await makeHosts(database.db, 1);
  await makeLead(database.db);
  const engine = databaseUrl === null ? 'Embedded' : 'PostgreSQL';
  tables.push(
    { caption: `${engine}: ${wanting} want a time at once`, rows: await races(database, databaseUrl) },
    { caption: `${engine}: a booking`, rows: [await costOfBooking(database)] },
    { caption: `${engine}: free times of a month (to reach: 50 ms)`, rows: [await monthOfTimes(database)] },
  );
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const [crowdUrl] = process.argv.slice(2);
if (process.send && crowdUrl) await beCrowd(crowdUrl);
else {
  tables.push({ caption: 'The hours of two years in every zone', rows: [zonesReadOneByOne()] });
  await measure(null);
  await withPostgres(measure);
  report({ tables });
}
