import { and, asc, eq } from 'drizzle-orm';
import { lockWhoSees, tellPages, tellWhoSees } from '#src/features/recordings/files/who-sees.ts';
import { lightRenditions } from '#src/features/recordings/measurements/light-rendition.table.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseFrom, type Release } from '#src/platform/jobs/leased-work.ts';
import { isDueForLight, lightLease } from './request-light.ts';

const { isSpent, isUnspent, begun, released } = lightLease;

const isMaking = (sha256: string) =>
  and(eq(lightRenditions.sha256, sha256), eq(lightRenditions.state, 'making'));

/** Gives up what was begun several times and never ended, and returns it. */
export async function giveUpLight(db: Db, now: Date): Promise<readonly string[]> {
  const given = await db
    .update(lightRenditions)
    .set({ state: 'failed', leasedUntil: null })
    .where(and(isDueForLight(now), isSpent))
    .returning({ sha256: lightRenditions.sha256 });
  const sha256s = given.map(({ sha256 }) => sha256);
  if (sha256s.length > 0) await db.transaction((tx) => tellWhoSees(tx, sha256s, 'light-made', now));
  return sha256s;
}

/**
 * Claims the light rendition that was asked for first, so that no other process makes it meanwhile. Returns its hash; null if none
 * is due.
 */
export async function claimLight(db: Db, now: Date): Promise<string | null> {
  const first = db
    .select({ sha256: lightRenditions.sha256 })
    .from(lightRenditions)
    .where(and(isDueForLight(now), isUnspent))
    .orderBy(asc(lightRenditions.askedAt), asc(lightRenditions.sha256))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(lightRenditions)
    .set({ state: 'making', ...begun(now) })
    .where(eq(lightRenditions.sha256, first))
    .returning({ sha256: lightRenditions.sha256 });
  return claimed?.sha256 ?? null;
}

/** Keeps that a process still works on it. */
export async function renewLight(db: Db, sha256: string, now: Date): Promise<void> {
  await db
    .update(lightRenditions)
    .set({ leasedUntil: leaseFrom(now) })
    .where(isMaking(sha256));
}

/** Lets somebody else begin it again from `after` on; where it was only interrupted, that was no attempt. */
export async function releaseLight(db: Db, sha256: string, release: Release): Promise<void> {
  await db.update(lightRenditions).set(released(release)).where(isMaking(sha256));
}

type Made = { readonly storageKey: string; readonly sizeBytes: number };

/** Stores a light rendition; false if it is not wanted any more, and the caller must delete its bytes. */
export async function keepLight(
  db: Db,
  sha256: string,
  { storageKey, sizeBytes }: Made,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const seenIn = await lockWhoSees(tx, [sha256]);
    const ofSound = eq(soundMeasurements.sha256, sha256);
    const [measured] = await tx
      .select({ artefacts: soundMeasurements.artefacts })
      .from(soundMeasurements)
      .where(ofSound)
      .for('update');
    const made = await tx
      .update(lightRenditions)
      .set({ state: 'made', leasedUntil: null, sizeBytes })
      .where(isMaking(sha256))
      .returning({ sha256: lightRenditions.sha256 });
    if (!measured || made.length === 0) return false;
    const artefacts = { ...measured.artefacts, light: storageKey };
    await tx.update(soundMeasurements).set({ artefacts }).where(ofSound);
    await tellPages(tx, seenIn, 'light-made', now);
    return true;
  });
}
