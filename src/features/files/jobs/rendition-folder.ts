import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { previewAudios } from '../measurements/preview-audio.table.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { artefactPathOf, type ArtefactKind } from '#src/audio/sound-measures.ts';
import { withLocalCopy } from '../store/local-copy.ts';
import type { JobOutcome } from '#src/platform/jobs/queue-worker.ts';
import { workUnderLease, type LeasedWork, type Watch } from '#src/platform/jobs/leased-work.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The folder for renditions in progress, each named by the hash of its file. */
const folderOf = (dataDir: string) => join(dataDir, 'measuring');

type Renditions<T> = {
  /** The source bytes. */
  readonly sha256: string;
  readonly storageKey: string;
  readonly kinds: readonly ArtefactKind[];
  /** Creates them from a copy at `path`, as `writeTo` plus the extension of their kind. */
  readonly make: (paths: { readonly path: string; readonly writeTo: string }, watch: Watch) => Promise<T>;
  /** Moves them into the file store and ends the lease. */
  readonly keep: (made: T, writeTo: string) => Promise<void>;
};

/** Creates artefacts under a lease (see `workUnderLease`) and removes their temporary files at the end. */
export async function makeRenditions<T>(
  services: Pick<Services, 'clock' | 'config' | 'log'>,
  { sha256, storageKey, kinds, make, keep, ...work }: Renditions<T> & Omit<LeasedWork<T>, 'make' | 'keep'>,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const folder = folderOf(services.config.dataDir);
  const writeTo = join(folder, sha256);
  const makeOfCopy = async (watch: Watch) => {
    await mkdir(folder, { recursive: true });
    return withLocalCopy(services, storageKey, watch.signal, (path) => make({ path, writeTo }, watch));
  };
  try {
    const leased = { ...work, make: makeOfCopy, keep: (made: T) => keep(made, writeTo) };
    return await workUnderLease(services, leased, signal);
  } finally {
    for (const kind of kinds) await rm(artefactPathOf(writeTo, kind), { force: true });
  }
}

/** Deletes temporary files of processes that died. Returns how many. */
export async function removeAbandonedRenditions({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const folder = folderOf(config.dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const [sha256 = '', kind] = name.split('.');
    const table = kind === 'light' ? previewAudios : soundMeasurements;
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
