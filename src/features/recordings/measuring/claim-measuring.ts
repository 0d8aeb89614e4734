import { and, asc, eq, gte, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { analyserVersion } from '#src/features/recordings/sound/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseFrom, mostAttempts } from '#src/platform/jobs/leased-work.ts';

/** What is to be measured and is with nobody. */
const isDue = (now: Date) =>
  and(
    inArray(soundMeasurements.state, ['waiting', 'measuring']),
    or(isNull(soundMeasurements.leasedUntil), lte(soundMeasurements.leasedUntil, now)),
  );

/** Whether anything is to be measured that is with nobody. */
export async function hasDue(db: Db, now: Date): Promise<boolean> {
  return (await db.$count(soundMeasurements, isDue(now))) > 0;
}

/** Gives up what was begun several times and never ended, and returns it. */
export async function giveUpMeasuring(db: Db, now: Date): Promise<readonly string[]> {
  const given = await db
    .update(soundMeasurements)
    .set({ state: 'unmeasured', reason: 'failed', leasedUntil: null, measuredAt: now })
    .where(and(isDue(now), gte(soundMeasurements.attempts, mostAttempts)))
    .returning({ sha256: soundMeasurements.sha256 });
  return given.map(({ sha256 }) => sha256);
}

/** Takes what waits longest, so that nobody else measures it meanwhile. Returns its hash; null where nothing waits. */
export async function claimMeasuring(db: Db, now: Date): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ sha256: soundMeasurements.sha256, attempts: soundMeasurements.attempts })
      .from(soundMeasurements)
      .where(and(isDue(now), lt(soundMeasurements.attempts, mostAttempts)))
      .orderBy(asc(soundMeasurements.askedAt), asc(soundMeasurements.sha256))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    const { sha256, attempts } = due;
    await tx
      .update(soundMeasurements)
      .set({
        state: 'measuring',
        analyser: analyserVersion,
        attempts: attempts + 1,
        percent: 0,
        leasedUntil: leaseFrom(now),
      })
      .where(eq(soundMeasurements.sha256, sha256));
    return sha256;
  });
}
