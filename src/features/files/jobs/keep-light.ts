import { eq } from 'drizzle-orm';
import { lightRenditions } from '../measurements/light-rendition.table.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { lockViewers, tellPages } from './notify-viewers.ts';
import { lightLease } from './request-light.ts';

type Made = { readonly storageKey: string; readonly sizeBytes: number };

/** Stores a light rendition; false if it is not wanted any more, and the caller must delete its bytes. */
export async function keepLight(
  db: Db,
  sha256: string,
  { storageKey, sizeBytes }: Made,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const viewers = await lockViewers(tx, [sha256]);
    const ofSound = eq(soundMeasurements.sha256, sha256);
    const [measured] = await tx
      .select({ artefacts: soundMeasurements.artefacts })
      .from(soundMeasurements)
      .where(ofSound)
      .for('update');
    const made = await tx
      .update(lightRenditions)
      .set({ state: 'made', leasedUntil: null, sizeBytes })
      .where(lightLease.isHeld({ sha256 }))
      .returning({ sha256: lightRenditions.sha256 });
    if (!measured || made.length === 0) return false;
    const artefacts = { ...measured.artefacts, light: storageKey };
    await tx.update(soundMeasurements).set({ artefacts }).where(ofSound);
    await tellPages(tx, viewers, 'light-made', now);
    return true;
  });
}
