import { and, inArray, lt, sql } from 'drizzle-orm';
import { files } from '../store/file.table.ts';
import { measuringLease, measuringQueue, soundKinds } from '../measurements/request-measuring.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { analyserVersion } from '#src/audio/sound-measures.ts';
import type { Services } from '#src/platform/services/services.ts';

/**
 * Asks for what was never measured and for what an older analyser measured; begins again what was left lying. What was measured before stays until there is something newer.
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
