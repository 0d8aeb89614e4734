import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { analyserVersion } from '#src/features/recordings/sound/sound-measures.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

/** The queue whose jobs measure whatever waits longest, one file each. */
export const measuringQueue = 'sound-measuring';

/** Asks for a file's sound to be measured, in the caller's transaction; does nothing for bytes that were asked for before. */
export async function requestMeasuring(
  tx: Db,
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> },
  sha256: string,
): Promise<void> {
  const asked = await tx
    .insert(soundMeasurements)
    .values({ sha256, state: 'waiting', analyser: analyserVersion, askedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ sha256: soundMeasurements.sha256 });
  if (asked.length > 0) await jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]);
}
