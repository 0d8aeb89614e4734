import { and, eq, sql } from 'drizzle-orm';
import { files } from '#src/features/recordings/files/file.table.ts';
import { lockWhoSees, tellPages } from '#src/features/recordings/files/who-sees.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { MeasuringOutcome } from '#src/features/recordings/sound/measure-sound.ts';
import { rowOfSound } from '#src/features/recordings/sound/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseFrom } from './claim-measuring.ts';

const isMeasuring = (sha256: string) =>
  and(eq(soundMeasurements.sha256, sha256), eq(soundMeasurements.state, 'measuring'));

/** Keeps how far it is, in percent, and that it is still with somebody; with `isTold`, open pages show it. */
export async function keepProgress(
  db: Db,
  sha256: string,
  { percent, isTold }: { readonly percent: number; readonly isTold: boolean },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const seenIn = isTold ? await lockWhoSees(tx, [sha256]) : [];
    await tx
      .update(soundMeasurements)
      .set({ percent, leasedUntil: leaseFrom(now) })
      .where(isMeasuring(sha256));
    if (isTold) await tellPages(tx, seenIn, 'file-measuring', now);
  });
}

/** Lets somebody else begin it again from `after` on; where it was only interrupted, that was no attempt. */
export async function releaseMeasuring(
  db: Db,
  sha256: string,
  { after, isInterrupted }: { readonly after: Date; readonly isInterrupted: boolean },
): Promise<void> {
  const attempts = sql<number>`${soundMeasurements.attempts} - ${isInterrupted ? 1 : 0}::integer`;
  await db
    .update(soundMeasurements)
    .set({ state: 'waiting', percent: 0, leasedUntil: after, attempts })
    .where(isMeasuring(sha256));
}

type Result = { readonly outcome: MeasuringOutcome; readonly renditionKey: string | null };

/**
 * Keeps what came of measuring these bytes, and writes length and waveform to every file that has them. Returns the storage
 * key of the rendition that nothing refers to any more: that of an earlier measuring, or the new one where the bytes are wanted
 * no more; null where there is none.
 */
export async function keepMeasures(
  db: Db,
  sha256: string,
  { outcome, renditionKey }: Result,
  now: Date,
): Promise<string | null> {
  const isMeasured = outcome.kind === 'measured';
  return db.transaction(async (tx) => {
    const seenIn = await lockWhoSees(tx, [sha256]);
    const [before] = await tx
      .select({ renditionKey: soundMeasurements.renditionKey })
      .from(soundMeasurements)
      .where(isMeasuring(sha256))
      .for('update');
    if (!before) return renditionKey;
    await tx
      .update(soundMeasurements)
      .set({
        state: outcome.kind,
        percent: 100,
        leasedUntil: null,
        measuredAt: now,
        renditionKey,
        reason: isMeasured ? null : outcome.reason,
        measures: isMeasured ? outcome.measures : null,
      })
      .where(eq(soundMeasurements.sha256, sha256));
    if (isMeasured) await tx.update(files).set(rowOfSound(outcome.measures)).where(eq(files.sha256, sha256));
    await tellPages(tx, seenIn, 'file-measured', now);
    return before.renditionKey;
  });
}
