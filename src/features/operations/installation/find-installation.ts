import { asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { statfs, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { people } from '#src/features/accounts/people/person.table.ts';
import { busyCalendars } from '#src/features/calls/host.table.ts';
import { lowDiskBytes } from '#src/features/files/uploads/disk-space.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leastFreeForUploads } from '#src/platform/disk-room.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import type { Services } from '#src/platform/services/services.ts';
import { version } from '#src/platform/version.ts';
import { rowsOf } from '../rows-of.ts';
import { countFiles, databaseBytes, type FileCount } from '../tasks/measure-installation.ts';
import { findLastDone, listTasks, type ListedTask } from '../tasks/tasks.ts';
import type { InstallationTask } from '../tasks/task.table.ts';
import { countLog } from '../log/keep-log.ts';
import { findCertificate, httpsAddressOf, type CertificateCheck } from './certificate.job.ts';

/** The state of a part of the installation. */
export type Health = 'fine' | 'look' | 'broken';

export type Disk = { readonly freeBytes: number; readonly sizeBytes: number };

/** Returns the state of a disk, as the desk warns next to uploads and as they are refused. */
export function diskHealth({ freeBytes }: Pick<Disk, 'freeBytes'>): Health {
  if (freeBytes < leastFreeForUploads) return 'broken';
  return freeBytes < lowDiskBytes ? 'look' : 'fine';
}

const backupAfterMs = 7 * dayMs;

/** Returns the state of the backups: the last one is a week old at most and holds every file. */
export function backupHealth(last: InstallationTask | null, now: Date): Health {
  if (!last?.finishedAt) return 'look';
  if (last.missingCount + last.damagedCount > 0) return 'broken';
  return now.getTime() - last.finishedAt.getTime() > backupAfterMs ? 'look' : 'fine';
}

const testAfterMs = 90 * dayMs;

/** Returns the state of the restore tests: the last one succeeded, within three months. */
export function testHealth(last: InstallationTask | null, now: Date): Health {
  if (!last?.finishedAt) return 'look';
  if (last.state === 'failed') return 'broken';
  return now.getTime() - last.finishedAt.getTime() > testAfterMs ? 'look' : 'fine';
}

export type MailCounts = { readonly queued: number; readonly failing: number; readonly failed: number };

export const mailHealth = ({ failing, failed }: MailCounts): Health =>
  failed > 0 ? 'broken' : failing > 0 ? 'look' : 'fine';

async function countMails(db: Db): Promise<MailCounts> {
  const of = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  const [row] = await db
    .select({
      queued: of(sql`${outbox.state} = 'queued' and ${outbox.lastError} is null`),
      failing: of(sql`${outbox.state} = 'queued' and ${outbox.lastError} is not null`),
      failed: of(sql`${outbox.state} = 'failed'`),
    })
    .from(outbox)
    .where(sql`${outbox.state} in ('queued', 'failed')`);
  return row ?? { queued: 0, failing: 0, failed: 0 };
}

/** The jobs of one queue that are due, being retried or given up within the last day. */
export type QueueState = {
  readonly queue: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
  /** When the oldest of those waiting was due, or was queued if it is being retried. */
  readonly oldest: Date | null;
};

/** Longer than a job waits while the workers are busy with others. */
const lateMs = 10 * minuteMs;

export function queueHealth({ failed, retrying, oldest }: QueueState, now: Date): Health {
  if (failed > 0) return 'broken';
  return retrying > 0 || (oldest !== null && now.getTime() - oldest.getTime() > lateMs) ? 'look' : 'fine';
}

async function listQueues(db: Db): Promise<QueueState[]> {
  const rows = await rowsOf<Omit<QueueState, 'oldest'> & { oldest: number | null }>(
    db,
    sql`
    select name as queue,
      count(*) filter (where state < 'active' and retry_count = 0)::int as waiting,
      count(*) filter (where state < 'active' and retry_count > 0)::int as retrying,
      count(*) filter (where state = 'failed')::int as failed,
      extract(epoch from min(case when retry_count > 0 then created_on else start_after end)
        filter (where state < 'active'))::float8 as oldest
    from pgboss.job
    where not blocked and ((state < 'active' and (start_after <= now() or retry_count > 0))
      or (state = 'failed' and completed_on > now() - interval '1 day'))
    group by name order by name limit 100`,
  );
  return rows.map((row) => ({ ...row, oldest: row.oldest === null ? null : new Date(row.oldest * 1000) }));
}

/** A calendar of a host that cannot be read. */
export type FailingCalendar = {
  readonly id: string;
  readonly hostId: string;
  readonly host: string;
  readonly name: string;
  readonly failure: string;
  /** When it was last read; null if never. */
  readonly readAt: Date | null;
};

const mostCalendars = 20;

const listFailingCalendars = (db: Db): Promise<FailingCalendar[]> =>
  db
    .select({
      id: busyCalendars.id,
      hostId: busyCalendars.hostId,
      host: people.name,
      name: busyCalendars.name,
      failure: sql<string>`coalesce(${busyCalendars.failure}, '')`,
      readAt: busyCalendars.readAt,
    })
    .from(busyCalendars)
    .innerJoin(people, eq(people.id, busyCalendars.hostId))
    .where(isNotNull(busyCalendars.failure))
    .orderBy(asc(people.name), asc(busyCalendars.name))
    .limit(mostCalendars);

export type CertificateState =
  | { readonly kind: 'none' }
  | { readonly kind: 'unchecked'; readonly host: string }
  | ({ readonly kind: 'checked'; readonly host: string; readonly health: Health } & CertificateCheck);

const renewedBeforeMs = 14 * dayMs;

/** Returns the state of a certificate: proxies renew theirs three weeks before the end or earlier. */
export function certificateHealth({ result }: CertificateCheck, now: Date): Health {
  if (result.kind === 'unreachable') return 'look';
  if (result.fault !== null) return 'broken';
  const leftMs = new Date(result.validUntil).getTime() - now.getTime();
  if (leftMs <= 0) return 'broken';
  return leftMs < renewedBeforeMs ? 'look' : 'fine';
}

async function certificateState({ db, config }: Services, now: Date): Promise<CertificateState> {
  const address = httpsAddressOf(config);
  if (!address) return { kind: 'none' };
  const check = await findCertificate(db);
  if (!check) return { kind: 'unchecked', host: address.host };
  return { kind: 'checked', host: address.host, health: certificateHealth(check, now), ...check };
}

/** Returns the first digits of the build's stamp; null if the program runs from its sources. */
async function findBuild(): Promise<string | null> {
  const root = projectRootFrom(import.meta.dirname);
  const stamp = await readFile(join(root, 'stamp'), 'utf8').catch(() => '');
  return stamp === '' ? null : stamp.slice(0, 12);
}

/** The commands of this installation: without a checkout, as in a container, there is no npm. */
export type Commands = { readonly backup: string; readonly test: string };

function findCommands(): Commands {
  const root = projectRootFrom(import.meta.dirname);
  // A build of a checkout is in its folder `builds`; a packed one has only the program above it.
  const isPacked = !existsSync(join(root, 'scripts')) && !existsSync(join(root, '../../scripts'));
  const named = (command: 'backup' | 'restore') =>
    isPacked ? `node dist/${command}.mjs` : `npm run ${command} --`;
  return {
    backup: `${named('backup')} /backups/studio-$(date +%F).tar`,
    test: `${named('restore')} --check /backups/studio.tar`,
  };
}

async function findDisk(dataDir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

async function countCalendars(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(busyCalendars);
  return row?.all ?? 0;
}

/** Everything that the page "Installation" shows. */
export type Installation = {
  readonly version: string;
  readonly build: string | null;
  readonly commands: Commands;
  readonly engine: 'embedded' | 'server';
  readonly databaseBytes: number;
  readonly hasBucket: boolean;
  readonly files: FileCount;
  readonly disk: Disk;
  readonly lastBackup: InstallationTask | null;
  readonly lastTest: InstallationTask | null;
  readonly backups: readonly ListedTask[];
  readonly exports: readonly ListedTask[];
  readonly tests: readonly ListedTask[];
  readonly mails: MailCounts;
  readonly queues: readonly QueueState[];
  readonly calendarCount: number;
  readonly calendars: readonly FailingCalendar[];
  readonly certificate: CertificateState;
  readonly log: { readonly errors: number; readonly warnings: number };
};

/** Reads the state of the installation. Nothing is asked beyond the database and the disk. */
export async function findInstallation(services: Services, now: Date): Promise<Installation> {
  const { db, database, config } = services;
  const tests = await listTasks(db, 'restore-test');
  return {
    version,
    build: await findBuild(),
    commands: findCommands(),
    engine: database.kind,
    databaseBytes: await databaseBytes(db),
    hasBucket: config.bucket !== null,
    files: await countFiles(db),
    disk: await findDisk(config.dataDir),
    lastBackup: await findLastDone(db, 'backup'),
    lastTest: tests.find(({ finishedAt }) => finishedAt !== null) ?? null,
    backups: await listTasks(db, 'backup'),
    exports: await listTasks(db, 'export'),
    tests,
    mails: await countMails(db),
    queues: await listQueues(db),
    calendarCount: await countCalendars(db),
    calendars: await listFailingCalendars(db),
    certificate: await certificateState(services, now),
    log: await countLog(db, now),
  };
}
