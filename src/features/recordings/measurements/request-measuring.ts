import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { analyserVersion } from '#src/features/recordings/sound/sound-measures.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

/** The queue whose jobs measure whatever waits longest, one file each. */
export const measuringQueue = 'sound-measuring';

/** The kinds of files that hold sound. */
export const soundKinds = ['audio', 'video'] as const;

/**
 * Asks for the sound of stored bytes to be measured, in the caller's transaction; does nothing for bytes that were asked for
 * before, and for what is no sound.
 */
export async function requestMeasuring(
  tx: Db,
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> },
  { kind, sha256 }: { readonly kind: string; readonly sha256: string },
): Promise<void> {
  if (!soundKinds.some((each) => each === kind)) return;
  const asked = await tx
    .insert(soundMeasurements)
    .values({ sha256, state: 'waiting', analyser: analyserVersion, askedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ sha256: soundMeasurements.sha256 });
  if (asked.length > 0) await jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]);
}
