import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { lightRenditions } from '#src/features/recordings/measurements/light-rendition.table.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The folder where renditions are written while they are made, each under the hash of its file. */
export const renditionFolderOf = (dataDir: string) => join(dataDir, 'measuring');

/** Deletes renditions that a process left when it died, but none that is being made now. Returns how many. */
export async function removeLeftRenditions({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const folder = renditionFolderOf(config.dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const [sha256 = '', kind] = name.split('.');
    const table = kind === 'light' ? lightRenditions : soundMeasurements;
    removed += await db.transaction(async (tx) => {
      // Workers that look for due work skip a locked row.
      const [row] = await tx
        .select({ leasedUntil: table.leasedUntil })
        .from(table)
        .where(eq(table.sha256, sha256))
        .for('update');
      if (row?.leasedUntil && row.leasedUntil > clock.now()) return 0;
      await rm(join(folder, name), { force: true });
      return 1;
    });
  }
  return removed;
}
