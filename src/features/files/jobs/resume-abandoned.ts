import { comparingLease } from '../comparisons/due-comparisons.ts';
import { comparingQueue } from '../comparisons/request-comparing.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { lightRenditions } from '../measurements/light-rendition.table.ts';
import { measuringLease, measuringQueue } from '../measurements/request-measuring.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { Services } from '#src/platform/services/services.ts';
import { lightLease, lightQueue } from './request-light.ts';

const leased = [
  { table: soundMeasurements, lease: measuringLease, queue: measuringQueue },
  { table: soundComparisons, lease: comparingLease, queue: comparingQueue },
  { table: lightRenditions, lease: lightLease, queue: lightQueue },
];

/** Ends every lease: for a start where no other process can hold one, as that of an embedded database. */
export async function endLeases({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { table, lease } of leased)
    await db.update(table).set({ leasedUntil: clock.now() }).where(lease.isBegun);
}

/** Lets what a process was measuring, comparing or encoding when it died begin again, once its lease has run out. */
export async function resumeAbandoned({
  db,
  clock,
  jobs,
}: Pick<Services, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now();
  const queues: string[] = [];
  for (const { table, lease, queue } of leased)
    if ((await db.$count(table, lease.isAbandoned(now))) > 0) queues.push(queue);
  const again = queues.map((queue) => ({ queue, data: {} }));
  if (again.length > 0) await db.transaction((tx) => jobs.enqueue(tx, again));
}
