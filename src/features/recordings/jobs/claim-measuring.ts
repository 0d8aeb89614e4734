import { and, eq } from 'drizzle-orm';
import { inLine } from '#src/features/recordings/measurements/find-measurement.ts';
import { measuringLease } from '#src/features/recordings/measurements/request-measuring.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { analyserVersion } from '#src/features/recordings/sound/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';

const { sha256 } = soundMeasurements;
const { isFree, isSpent, isUnspent, begun } = measuringLease;

/** True if any measurement is due. */
export async function hasDue(db: Db, now: Date): Promise<boolean> {
  return (await db.$count(soundMeasurements, isFree(now))) > 0;
}

/** Gives up what was begun several times and never ended, and returns it. */
export async function giveUpMeasuring(db: Db, now: Date): Promise<readonly string[]> {
  const given = await db
    .update(soundMeasurements)
    .set({ state: 'unmeasured', reason: 'failed', leasedUntil: null, measuredAt: now })
    .where(and(isFree(now), isSpent))
    .returning({ sha256 });
  return given.map((each) => each.sha256);
}

/** Takes what is first in line, so that nobody else measures it meanwhile. Returns its hash; null where nothing waits. */
export async function claimMeasuring(db: Db, now: Date): Promise<string | null> {
  const first = db
    .select({ sha256 })
    .from(soundMeasurements)
    .where(and(isFree(now), isUnspent))
    .orderBy(...inLine)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(soundMeasurements)
    .set({ state: 'measuring', analyser: analyserVersion, percent: 0, ...begun(now) })
    .where(eq(sha256, first))
    .returning({ sha256 });
  return claimed?.sha256 ?? null;
}
