import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordSecurityEvent, type Sender } from '#src/features/accounts/security-log/security-log.ts';
import { removedBytesQueue } from '#src/features/files/store/removed-bytes.job.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/database.ts';
import { freeBytesOf, leastFreeBytes } from '#src/platform/disk-room.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { QueueSettings } from '#src/platform/jobs/queue-worker.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { countFiles, databaseBytes } from './measure-installation.ts';
import { installationTasks, type InstallationTask, type TaskKind } from './task.table.ts';

export const taskQueue = 'installation-tasks';

export type TaskJob = { readonly taskId: string };

/** A task that its process did not finish is tried again; one that failed is not, and says why. */
export const taskQueueSettings: QueueSettings = {
  retry: { firstS: 10, longestS: 600, times: 3 },
  timeoutS: 24 * 3600,
};

/** How long an archive can be downloaded. */
export const archiveLifeMs = dayMs;
/** How long the results are kept. */
const resultLifeMs = 400 * dayMs;

/** Returns the free bytes of a folder's disk; replaced in tests. */
export type FreeBytes = (folder: string) => Promise<number>;

export type TaskServices = QueueServices & {
  readonly db: Db;
  readonly config: Pick<Config, 'dataDir' | 'bucket' | 'databaseUrl'>;
  readonly freeBytes?: FreeBytes;
};

/** The bytes that a task needs on the disk of DATA_DIR, and those that are free there. */
export type Room = { readonly neededBytes: number; readonly freeBytes: number };

/** The sizes that a task's room depends on. */
export type Sizes = { readonly databaseBytes: number; readonly fileBytes: number };

/**
 * Returns the bytes that a task needs on the disk of DATA_DIR. A backup holds everything once more, unless the files are
 * in an object store; the embedded database is copied first. A restore test fills a second database.
 */
function neededBytesOf(
  kind: TaskKind,
  { databaseBytes: rows, fileBytes }: Sizes,
  { bucket, databaseUrl }: Pick<Config, 'bucket' | 'databaseUrl'>,
): number {
  const copied = databaseUrl === null ? rows : 0;
  const needed = {
    backup: copied + (bucket ? 0 : rows + fileBytes),
    export: bucket ? 0 : 2 * rows,
    'restore-test': 3 * rows,
  };
  return needed[kind] + leastFreeBytes;
}

export async function findSizes(db: Db): Promise<Sizes> {
  return { databaseBytes: await databaseBytes(db), fileBytes: (await countFiles(db)).bytes };
}

type Asking = { readonly person: Pick<Member, 'id'>; readonly sender: Sender };

export type Started =
  | Outcome<'busy' | 'not-found'>
  | ({ readonly ok: false; readonly reason: 'room' } & Room);

/** The security events of tasks that bring data together. */
const recordedAs = { backup: 'backup-made', export: 'everything-exported', 'restore-test': null } as const;

/**
 * Queues a task; `testedId` is the backup of a restore test. Refused while one of its kind is under way, and if the
 * disk is too small for it.
 */
export async function startTask(
  services: TaskServices,
  { person, sender }: Asking,
  { kind, testedId = null }: { readonly kind: TaskKind; readonly testedId?: string | null },
): Promise<Started> {
  const { db, clock, jobs } = services;
  const now = clock.now();
  if (kind === 'restore-test' && !(await findArchive(db, now, 'backup', testedId ?? '')))
    return { ok: false, reason: 'not-found' };
  const { config, freeBytes = freeBytesOf } = services;
  const neededBytes = neededBytesOf(kind, await findSizes(db), config);
  const free = await freeBytes(config.dataDir);
  if (free < neededBytes) return { ok: false, reason: 'room', neededBytes, freeBytes: free };
  const id = uuidv7();
  return db.transaction(async (tx): Promise<Started> => {
    const row = { id, kind, state: 'waiting', askedBy: person.id, askedAt: now, testedId } as const;
    const [asked] = await tx.insert(installationTasks).values(row).onConflictDoNothing().returning();
    if (!asked) return { ok: false, reason: 'busy' };
    await jobs.enqueue(tx, [{ queue: taskQueue, id, data: { taskId: id } satisfies TaskJob }]);
    const event = recordedAs[kind];
    if (event) await recordSecurityEvent(tx, now, sender, { kind: event, personId: person.id });
    return { ok: true };
  });
}

const shownOfEach = 5;

/** A task with the name of the team member who started it; null for a command, or a former member. */
export type ListedTask = InstallationTask & { readonly askedByName: string | null };

/** Lists the latest tasks of a kind, the last first. */
export const listTasks = (db: Db, kind: TaskKind): Promise<ListedTask[]> =>
  db
    .select({ ...getTableColumns(installationTasks), askedByName: people.name })
    .from(installationTasks)
    .leftJoin(people, eq(people.id, installationTasks.askedBy))
    .where(eq(installationTasks.kind, kind))
    .orderBy(desc(installationTasks.askedAt), desc(installationTasks.id))
    .limit(shownOfEach);

/** Returns the last task of a kind that ended well; null if there is none. */
export async function findLastDone(db: Db, kind: TaskKind): Promise<InstallationTask | null> {
  const [last] = await db
    .select()
    .from(installationTasks)
    .where(and(eq(installationTasks.kind, kind), eq(installationTasks.state, 'done')))
    .orderBy(desc(installationTasks.finishedAt))
    .limit(1);
  return last ?? null;
}

/** Returns true if the archive of a task can be downloaded. */
export const isKept = ({ storageKey, finishedAt }: InstallationTask, now: Date): boolean =>
  storageKey !== null && finishedAt !== null && now.getTime() - finishedAt.getTime() < archiveLifeMs;

export type Archive = InstallationTask & { readonly storageKey: string; readonly finishedAt: Date };

/** Returns an archive that can be downloaded; null if there is none with this id. */
export async function findArchive(
  db: Db,
  now: Date,
  kind: 'backup' | 'export',
  id: string,
): Promise<Archive | null> {
  if (!isUuid(id)) return null;
  const [task] = await db
    .select()
    .from(installationTasks)
    .where(and(eq(installationTasks.id, id), eq(installationTasks.kind, kind)));
  if (!task || !isKept(task, now)) return null;
  const { storageKey, finishedAt } = task;
  return storageKey === null || finishedAt === null ? null : { ...task, storageKey, finishedAt };
}

const isOver = (now: Date) =>
  and(
    isNotNull(installationTasks.storageKey),
    lte(installationTasks.finishedAt, new Date(now.getTime() - archiveLifeMs)),
  );

/** Deletes the archive of this task, or those that are a day old; the results stay. Returns how many. */
export async function deleteArchives(
  { db, jobs, clock }: Pick<TaskServices, 'db' | 'jobs' | 'clock'>,
  taskId?: string,
): Promise<number> {
  if (taskId !== undefined && !isUuid(taskId)) return 0;
  const isIt = taskId === undefined ? isOver(clock.now()) : eq(installationTasks.id, taskId);
  return db.transaction(async (tx) => {
    const kept = await tx
      .select({ id: installationTasks.id, storageKey: installationTasks.storageKey })
      .from(installationTasks)
      .where(and(isIt, isNotNull(installationTasks.storageKey)))
      .for('update');
    if (kept.length === 0) return 0;
    const ids = kept.map(({ id }) => id);
    await tx.update(installationTasks).set({ storageKey: null }).where(inArray(installationTasks.id, ids));
    await jobs.enqueue(
      tx,
      kept.map(({ storageKey }) => ({ queue: removedBytesQueue, data: { storageKey } })),
    );
    return kept.length;
  });
}

/** Deletes archives that are a day old, and results that are over a year old. */
export async function pruneTasks(services: Pick<TaskServices, 'db' | 'jobs' | 'clock'>): Promise<void> {
  await deleteArchives(services);
  const before = new Date(services.clock.now().getTime() - resultLifeMs);
  await services.db
    .delete(installationTasks)
    .where(and(lte(installationTasks.askedAt, before), isNull(installationTasks.storageKey)));
}

/** The result of a task that a command or a job made. */
export type TaskResult = Pick<InstallationTask, 'state'> &
  Partial<
    Pick<
      InstallationTask,
      | 'problem'
      | 'place'
      | 'storageKey'
      | 'sha256'
      | 'sizeBytes'
      | 'rowCount'
      | 'fileCount'
      | 'missingCount'
      | 'damagedCount'
      | 'testedAt'
    >
  >;

/** Stores the result of an unfinished task. Returns false if it has one, or is gone. */
export async function finishTask(db: Db, now: Date, id: string, result: TaskResult): Promise<boolean> {
  const isOpen = or(eq(installationTasks.state, 'waiting'), eq(installationTasks.state, 'running'));
  const finished = await db
    .update(installationTasks)
    .set({
      ...result,
      percent: sql`case when ${result.state}::text = 'done' then 100 else ${installationTasks.percent} end`,
      finishedAt: now,
    })
    .where(and(eq(installationTasks.id, id), isOpen))
    .returning({ id: installationTasks.id });
  return finished.length > 0;
}
