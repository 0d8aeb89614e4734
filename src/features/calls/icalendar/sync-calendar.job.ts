import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { busyCalendars, busyTimes, callHosts, hostZone } from '../host.table.ts';
import { findSettings } from '../times/find-hosts.ts';
import type { Span } from '#src/platform/calendar.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import { planReadings, type BusyJob, sealedAddresses } from './host-calendars.ts';
import { fetchCalendar, fetchTimeoutMs, type FetchFailure, type Network } from './fetch-calendar.ts';
import type { BusyTimes, ReadTask } from './read-calendar.ts';
import { callUidsOf } from './call-invitation.ts';
import { dayMs } from '#src/platform/durations.ts';
import { Worker } from 'node:worker_threads';

/**
 * Retries for an unreachable database. A calendar that cannot be fetched or read is tried again at its next scheduled
 * reading.
 */
export const busyRetry: RetryPolicy = { firstS: 30, longestS: 300, times: 3 };

const rowsAtOnce = 1000;
/**
 * How far ahead a calendar is read beyond the last bookable day, so that an unchanged calendar can be skipped for two
 * weeks.
 */
const spareMs = 14 * dayMs;

/** Why a reading failed; the busy times are still those of the last successful one. */
export type ReadFailure = FetchFailure | 'secret' | 'no-calendar' | 'unreadable';

type Read =
  | ({ readonly kind: 'changed'; readonly knownUntil: Date } & BusyTimes & {
        readonly etag: string | null;
        readonly lastModified: string | null;
      })
  | { readonly kind: 'same' }
  | { readonly kind: 'failed'; readonly why: ReadFailure };

type Row = typeof busyCalendars.$inferSelect & { readonly timeZone: string };

type Reading = {
  readonly db: Db;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly secret: string;
  /** The address of this installation, used to recognise its own calls in a calendar. */
  readonly origin: string;
  /** Replaced in tests. */
  readonly network?: Network;
};

/** Calendars of disabled people are kept but not read until the person is enabled again. */
const isOwnerEnabled = isNull(people.disabledAt);

async function findRow(db: Db, calendarId: string): Promise<Row | null> {
  const [found] = await db
    .select({ calendar: busyCalendars, timeZone: hostZone })
    .from(busyCalendars)
    .innerJoin(callHosts, eq(callHosts.personId, busyCalendars.hostId))
    .innerJoin(people, eq(people.id, busyCalendars.hostId))
    .where(and(eq(busyCalendars.id, calendarId), isOwnerEnabled));
  return found ? { ...found.calendar, timeZone: found.timeZone } : null;
}

/** Fetches and reads a calendar; only the busy times are kept. */
async function readRow(row: Row, { db, secret, origin, network }: Reading, now: Date): Promise<Read> {
  const address = sealedAddresses.unseal(secret, row.id, row.sealedAddress);
  if (address === null) return { kind: 'failed', why: 'secret' };
  const { horizonDays } = await findSettings(db);
  const bookableMs = now.getTime() + (horizonDays + 1) * dayMs;
  const isEnough = row.knownUntil !== null && row.knownUntil.getTime() >= bookableMs && row.failure === null;
  const known = isEnough
    ? { etag: row.etag, lastModified: row.lastModified }
    : { etag: null, lastModified: null };
  const fetched = await fetchCalendar(address, known, AbortSignal.timeout(fetchTimeoutMs), network);
  if (fetched.kind !== 'changed') return fetched;
  const span: Span = [now.getTime() - dayMs, bookableMs + spareMs];
  const times = await readInThread({
    text: fetched.text,
    timeZone: row.timeZone,
    span,
    ownUids: callUidsOf(origin),
  });
  if (times === null) return { kind: 'failed', why: 'no-calendar' };
  if (times === 'unreadable') return { kind: 'failed', why: 'unreadable' };
  return { kind: 'changed', ...times, ...fetched.version, knownUntil: new Date(span[1]) };
}

async function storeTimes(tx: Db, calendarId: string, busy: readonly Span[]): Promise<void> {
  await tx.delete(busyTimes).where(eq(busyTimes.calendarId, calendarId));
  for (let at = 0; at < busy.length; at += rowsAtOnce) {
    const rows = busy.slice(at, at + rowsAtOnce);
    await tx
      .insert(busyTimes)
      .values(rows.map(([from, to]) => ({ calendarId, startsAt: new Date(from), endsAt: new Date(to) })));
  }
}

/** Stores the result of a reading, unless the calendar was removed in the meantime. */
const store = (db: Db, jobs: Reading['jobs'], id: string, now: Date, result: Read): Promise<void> =>
  db.transaction(async (tx) => {
    const isIt = eq(busyCalendars.id, id);
    const [row] = await tx.select({ id: busyCalendars.id }).from(busyCalendars).where(isIt).for('update');
    if (!row) return;
    if (result.kind === 'failed')
      await tx.update(busyCalendars).set({ triedAt: now, failure: result.why }).where(isIt);
    else {
      const tried = { triedAt: now, readAt: now, failure: null };
      if (result.kind === 'same') await tx.update(busyCalendars).set(tried).where(isIt);
      else {
        const { busy, kind: _kind, ...version } = result;
        await storeTimes(tx, id, busy);
        await tx
          .update(busyCalendars)
          .set({ ...tried, ...version })
          .where(isIt);
      }
    }
    await planReadings(tx, jobs, now, [id]);
  });

/** Reads one calendar and schedules its next reading. A failed reading keeps the last busy times. */
export const busyCalendarJob = (reading: Reading): JobHandler<BusyJob> => ({
  async run({ calendarId }) {
    const now = reading.clock.now();
    const row = await findRow(reading.db, calendarId);
    if (row) await store(reading.db, reading.jobs, row.id, now, await readRow(row, reading, now));
    return { ok: true };
  },
});

/** Schedules the next reading of every calendar, including those whose last job was lost. */
export async function planAllReadings({
  db,
  jobs,
  clock,
}: Pick<Reading, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const all = await db
    .select({ id: busyCalendars.id })
    .from(busyCalendars)
    .innerJoin(people, eq(people.id, busyCalendars.hostId))
    .where(isOwnerEnabled);
  if (all.length > 0)
    await db.transaction((tx) =>
      planReadings(
        tx,
        jobs,
        clock.now(),
        all.map(({ id }) => id),
      ),
    );
}

const heapMb = 256;
const readTimeoutMs = 20_000;

// In the build, the worker is next to the server's own file.
const program = import.meta.url.endsWith('.ts') ? './read-calendar.worker.ts' : './read-calendar.mjs';

/**
 * Reads a calendar in a thread with time and memory limits. Returns null if it is not a calendar, `unreadable` if it
 * exceeds the limits.
 */
async function readInThread(
  task: ReadTask,
  timeoutMs = readTimeoutMs,
): Promise<BusyTimes | null | 'unreadable'> {
  const { promise, resolve } = Promise.withResolvers<BusyTimes | null | 'unreadable'>();
  const worker = new Worker(new URL(program, import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const timer = setTimeout(() => resolve('unreadable'), timeoutMs);
  worker.on('message', (read: BusyTimes | null) => resolve(read));
  worker.on('error', () => resolve('unreadable'));
  worker.on('exit', () => resolve('unreadable'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
