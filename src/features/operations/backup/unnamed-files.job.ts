import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { JobHandler, JobRequest, QueueSettings } from '#src/platform/jobs/queue-worker.ts';
import { describeError, asError, type Log } from '#src/platform/log.ts';
import { listStoredFiles } from './list-stored-files.ts';

export const unnamedFilesQueue = 'unnamed-files';

export const unnamedFilesSettings: QueueSettings = {
  retry: { firstS: 600, longestS: 3600, times: 5 },
  timeoutS: 3600,
};

/** Number of daily checks in a row that must find a file unnamed before it is removed. */
export const checksBeforeRemoval = 30;

const namespace = '6f0cd4f2-3c5b-4d8e-9d0a-5b1f6d1f2c11';

/** Returns the job of the studio's day: the same id in every process, so it runs once. */
export const unnamedFilesCheckOf = (now: Date): JobRequest => ({
  queue: unnamedFilesQueue,
  id: uuidv5(studioDayOf(now), namespace),
  data: {},
});

type Needs = {
  readonly database: Database;
  readonly files: FileStore;
  readonly log: Log;
  /** The id of this check, the same if it is retried. */
  readonly check: string;
};

const namedIn = async (database: Database) =>
  new Set(
    (await database.withMigrationSession((session) => listStoredFiles(session, { withArchives: true }))).map(
      ({ key }) => key,
    ),
  );

/** The id of the last check (stored as `look`), and how often in a row each key was found unnamed. */
type Note = { readonly look: string; readonly counts: Readonly<Record<string, number>> };

const noteSchema = z.object({ look: z.string(), counts: z.record(z.string(), z.int().positive()) });

/**
 * Returns the counts that the last check stored. Counting starts again if there are none or they are damaged, as after
 * a power cut.
 */
async function readNote(files: FileStore): Promise<Note> {
  const text = await files.readNote();
  try {
    return noteSchema.parse(JSON.parse(text ?? ''), { jitless: true });
  } catch {
    return { look: '', counts: {} };
  }
}

/** Aborts interrupted uploads into an object store; returns their number, or 0 if the store cannot list them. */
async function endBroken({ files, log }: Pick<Needs, 'files' | 'log'>): Promise<number> {
  try {
    return await files.endBroken();
  } catch (error) {
    // Logged as text: the store is reachable, so this is no outage.
    log.info('the file store does not say what broke off', { reason: describeError(asError(error)) });
    return 0;
  }
}

/**
 * Increments the count of each key that no row refers to. A repeated check does not count twice.
 */
function countUnnamed(unnamed: readonly string[], { look, counts }: Note, now: string): Map<string, number> {
  const more = look === now ? 0 : 1;
  return new Map(unnamed.map((key) => [key, Math.max(1, (counts[key] ?? 0) + more)]));
}

/**
 * Finds files in the store that no row refers to, and removes those found by thirty checks in a row. The counts are
 * stored next to the files, not in the database, so that restoring an older database backup gives newer files the full
 * period. Removes nothing if more files are unnamed than named: then this is probably not their database.
 */
export async function checkForUnnamed({ database, files, log, check }: Needs): Promise<void> {
  const kept: string[] = [];
  for await (const key of files.list()) kept.push(key);
  // Read after listing the store, so that rows added meanwhile are seen.
  const named = await namedIn(database);
  const unnamed = kept.filter((key) => !named.has(key));
  const counts = countUnnamed(unnamed, await readNote(files), check);
  const due = unnamed.filter((key) => (counts.get(key) ?? 0) > checksBeforeRemoval);
  const isDoubtful = due.length > 0 && unnamed.length > named.size;
  if (isDoubtful) {
    log.warn('more files are unnamed than named: none is removed', {
      unnamed: unnamed.length,
      named: named.size,
    });
  }
  let removed = 0;
  const namedNow = due.length === 0 || isDoubtful ? named : await namedIn(database);
  for (const key of isDoubtful ? [] : due) {
    if (namedNow.has(key)) continue;
    await files.remove(key);
    counts.delete(key);
    removed += 1;
  }
  const note: Note = { look: check, counts: Object.fromEntries(counts) };
  await files.writeNote(JSON.stringify(note));
  const broken = await endBroken({ files, log });
  log.info('looked for files that no row names', {
    kept: kept.length,
    unnamed: unnamed.length,
    removed,
    broken,
  });
}

export const unnamedFilesJob = (needs: Omit<Needs, 'check'>): JobHandler<object> => ({
  async run(_data, { id }) {
    await checkForUnnamed({ ...needs, check: id });
    return { ok: true };
  },
});
