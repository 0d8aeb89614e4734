import { createHash } from 'node:crypto';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';

export const busyQueue = 'busy-calendar';

export type BusyJob = { readonly calendarId: string };

const readEveryMs = 15 * minuteMs;

/** Derives a job's id from the calendar and the occasion, so that a reading planned twice is one job. */
function jobIdOf(calendarId: string, occasion: string): string {
  const hash = createHash('sha256').update(`${calendarId}\n${occasion}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Plans the next reading of calendars, at the quarters of an hour. Doing it again changes nothing. */
export async function planReadings(
  tx: Db,
  jobs: JobQueue,
  now: Date,
  calendarIds: readonly string[],
): Promise<void> {
  const nextMs = (Math.floor(now.getTime() / readEveryMs) + 1) * readEveryMs;
  const requests = calendarIds.map((calendarId) => ({
    queue: busyQueue,
    id: jobIdOf(calendarId, String(nextMs)),
    data: { calendarId } satisfies BusyJob,
    startAfter: new Date(nextMs),
  }));
  await jobs.enqueue(tx, requests);
}

/** Has a calendar read now, after its last reading. Asked again before that is done, it is still read once. */
export async function readSoon(
  tx: Db,
  jobs: JobQueue,
  { id, triedAt }: { readonly id: string; readonly triedAt: Date | null },
): Promise<void> {
  const data: BusyJob = { calendarId: id };
  await jobs.enqueue(tx, [{ queue: busyQueue, id: jobIdOf(id, `after ${triedAt?.getTime()}`), data }]);
}
