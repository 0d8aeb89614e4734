import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import { analyserVersion, rowOfSound } from '#src/audio/sound-measures.ts';
import { inLine } from './find-measurement.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

/** The queue whose jobs measure whatever is first in line, one file each. */
export const measuringQueue = 'sound-measuring';

/** What waits to be measured. */
export const measuringLease = leaseQueueOf(soundMeasurements, {
  doing: 'measuring',
  key: { sha256: soundMeasurements.sha256 },
  order: inLine,
  begun: { analyser: analyserVersion, percent: 0 },
});

/** The kinds of files that hold sound. */
export const soundKinds = ['audio', 'video'] as const;

/**
 * Asks for the sound of stored bytes to be measured, in the caller's transaction; not for what is no sound, nor for bytes that
 * were asked for before, unless that was given up. Returns what is known of their sound for the file's own row. It stays as it is until that transaction
 * ends, so that what is measured at this moment reaches the new row, too.
 */
export async function requestMeasuring(
  tx: Db,
  { clock, jobs }: QueueServices,
  { kind, sha256 }: { readonly kind: string; readonly sha256: string },
): Promise<ReturnType<typeof rowOfSound> | null> {
  if (!soundKinds.some((each) => each === kind)) return null;
  const asked = await tx
    .insert(soundMeasurements)
    .values({ sha256, state: 'waiting', analyser: analyserVersion, askedAt: clock.now() })
    .onConflictDoUpdate({
      target: soundMeasurements.sha256,
      set: { state: 'waiting', attempts: 0, reason: null, measuredAt: null, askedAt: clock.now() },
      setWhere: eq(soundMeasurements.reason, 'failed'),
    })
    .returning({ sha256: soundMeasurements.sha256 });
  if (asked.length > 0) {
    await jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]);
    return null;
  }
  const [known] = await tx
    .select({ measures: soundMeasurements.measures })
    .from(soundMeasurements)
    .where(eq(soundMeasurements.sha256, sha256))
    .for('share');
  return known?.measures ? rowOfSound(known.measures) : null;
}
