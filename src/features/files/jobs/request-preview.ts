import { asc, sql } from 'drizzle-orm';
import { comparingLease } from '../comparisons/sound-comparisons.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { previewAudios } from '../measurements/preview-audio.table.ts';
import { measuringLease } from '../measurements/sound-measurements.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The queue whose jobs each make the preview audio that was requested first. */
export const previewQueue = 'light-renditions';

/** Repeated measurements by a newer analyser are not urgent. */
const isBusy = (now: Date) => sql<boolean>`(
  exists (select 1 from ${soundMeasurements} where measured_at is null and (${measuringLease.isUnderWay(now)}))
  or exists (select 1 from ${soundComparisons} where ${comparingLease.isUnderWay(now)})
)`;

/** Returns true if more urgent sound work is waiting or running. */
export async function isSoundBusy(db: Db, now: Date): Promise<boolean> {
  const { rows } = (await db.execute(sql`select ${isBusy(now)} as busy`)) as { rows: { busy: boolean }[] };
  return rows[0]?.busy === true;
}

/** Leases of preview audio that is waiting to be made, oldest first; it starts only when nothing more urgent is due. */
export const previewLease = leaseQueueOf(previewAudios, {
  doing: 'making',
  key: { sha256: previewAudios.sha256 },
  order: [asc(previewAudios.askedAt), asc(previewAudios.sha256)],
  isReady: (now) => sql`not ${isBusy(now)}`,
});

/** Enqueues a job if preview audio is due and nothing is more urgent. */
export async function enqueuePreview({ db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>) {
  if (await previewLease.hasDue(db, clock.now()))
    await db.transaction((tx) => jobs.enqueue(tx, [{ queue: previewQueue, data: {} }]));
}

/**
 * Requests preview audio of measured bytes. Does nothing if it was requested before or the bytes are not measured.
 */
export async function requestPreview(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  sha256: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const asked = await tx
      .insert(previewAudios)
      .select(
        sql`
        select sha256, 'waiting', ${clock.now().toISOString()}::timestamptz, 0, null, null
        from sound_measurements where sha256 = ${sha256} and measures is not null`,
      )
      .onConflictDoNothing()
      .returning({ sha256: previewAudios.sha256 });
    if (asked.length > 0) await jobs.enqueue(tx, [{ queue: previewQueue, data: {} }]);
  });
}
