import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { Services } from '#src/platform/services.ts';

/** Where renditions are written while a file is measured, each under the hash of that file. */
export const renditionFolderOf = (dataDir: string) => join(dataDir, 'measuring');

/** Removes what a process that died left of its renditions; not what somebody measures at this moment. Returns how many. */
export async function removeLeftRenditions({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const folder = renditionFolderOf(config.dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const [sha256 = ''] = name.split('.');
    removed += await db.transaction(async (tx) => {
      // Whoever looks for something to measure passes over a locked row.
      const [row] = await tx
        .select({ leasedUntil: soundMeasurements.leasedUntil })
        .from(soundMeasurements)
        .where(eq(soundMeasurements.sha256, sha256))
        .for('update');
      if (row?.leasedUntil && row.leasedUntil > clock.now()) return 0;
      await rm(join(folder, name), { force: true });
      return 1;
    });
  }
  return removed;
}
