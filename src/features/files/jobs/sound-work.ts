import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import { and, inArray, lt, sql } from 'drizzle-orm';
import { files } from '../store/file.table.ts';
import { measuringLease, measuringQueue, soundKinds } from '../measurements/sound-measurements.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { analyserVersion } from '#src/audio/sound-measures.ts';
import type { Services } from '#src/platform/services/services.ts';
import { comparingLease, comparingQueue } from '../comparisons/sound-comparisons.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { previewAudios } from '../measurements/preview-audio.table.ts';
import { previewLease, previewQueue } from './request-preview.ts';

/**
 * Returns a wrapper that runs decoding jobs in order of arrival, on all but one of the `cores`. A waiting job has not
 * claimed a recording yet.
 */
export function createSoundLimit(cores = availableParallelism()) {
  const inTurn = pLimit(Math.max(1, cores - 1));
  return <T extends object>(handler: JobHandler<T>): JobHandler<T> => ({
    ...handler,
    run: (data, job) => inTurn(() => handler.run(data, job)),
  });
}

/**
 * Requests measurements of files that were never measured, or by an older analyser only, and restarts interrupted ones.
 * An old result stays until there is a new one.
 */
export async function requestUnmeasured({
  db,
  clock,
  jobs,
}: Pick<Services, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into sound_measurements (sha256, state, analyser, asked_at)
      select distinct on (sha256) sha256, 'waiting', ${analyserVersion}::integer, ${now.toISOString()}::timestamptz
      from files where ${inArray(files.kind, soundKinds)}
      on conflict do nothing`);
    await tx
      .update(soundMeasurements)
      .set({ state: 'waiting', attempts: 0, askedAt: now, analyser: analyserVersion })
      .where(
        and(
          lt(soundMeasurements.analyser, analyserVersion),
          inArray(soundMeasurements.state, ['measured', 'unmeasured']),
        ),
      );
    if (await measuringLease.hasDue(tx, now)) await jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]);
  });
}

const leased = [
  { table: soundMeasurements, lease: measuringLease, queue: measuringQueue },
  { table: soundComparisons, lease: comparingLease, queue: comparingQueue },
  { table: previewAudios, lease: previewLease, queue: previewQueue },
];

/** Ends every lease, at the start of the only process that can hold one (embedded database). */
export async function endLeases({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { table, lease } of leased)
    await db.update(table).set({ leasedUntil: clock.now() }).where(lease.isBegun);
}

/** Restarts the work of processes that died, once their leases have expired. */
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
