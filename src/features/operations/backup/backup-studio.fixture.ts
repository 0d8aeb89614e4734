import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addFile } from '#src/features/files/files.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { BucketAddress } from '#src/platform/bucket-address.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { atOneMoment, readRows } from '#src/platform/database/write-rows.ts';
import { listTables, readSequences } from '#src/platform/database/table-catalogue.ts';
import {
  copyEmbedded,
  createServerDatabase,
  hasServer,
  migrationsDirectory,
  openTestDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { leftOut, makeBackup, type BackupReport } from './make-backup.ts';
import { restoreBackup, type RestoreReport } from './restore-backup.ts';
import { withDraft } from './restore-place.ts';

const options = { deadlineMs: 20_000, onHung: () => undefined };

export type Engine = 'embedded' | 'server';
/** The database engines available here. */
export const engines: readonly Engine[] = hasServer() ? ['embedded', 'server'] : ['embedded'];
/** The engine for tests of behaviour that both share. */
export const quickest: Engine = hasServer() ? 'server' : 'embedded';

export type Place = {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly bucket: BucketAddress | null;
};

/** Creates a directory for an installation, with an empty or a migrated database; removed after the test. */
export async function makePlace(engine: Engine, from: 'nothing' | 'migrated'): Promise<Place> {
  const dataDir = makeTestFolder();
  if (engine === 'embedded') {
    if (from === 'migrated') await copyEmbedded(dataDir, 'migrated');
    return { dataDir, databaseUrl: null, bucket: null };
  }
  const { url, drop } = await createServerDatabase(from === 'nothing' ? 'empty' : 'migrated');
  onTestFinished(drop);
  return { dataDir, databaseUrl: url, bucket: null };
}

/** Opens the database of an installation; closed after the test at the latest. */
export async function openPlace({ dataDir, databaseUrl }: Place): Promise<Database> {
  const database =
    databaseUrl === null ? await openEmbedded(dataDir, options) : await openServer(databaseUrl, options);
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= database.close());
  onTestFinished(close);
  return { ...database, close };
}

const hostile = `'";\\{}[],$1 NULL \\N\n\r\t\u2028é𝄞'); drop table files; --`;

/** Makes a studio with a project, a recording with its picture, a signed-in person, and a waiting job. */
export const makeStudio = async (place: Place) => fillStudio(place, await openPlace(place));

/** Creates that studio with an in-memory embedded database, which needs no closing. */
export async function makeStudioInMemory(bucket: BucketAddress | null = null) {
  const database = { ...(await openTestDatabase()), close: async () => undefined };
  return fillStudio({ dataDir: makeTestFolder(), databaseUrl: null, bucket }, database);
}

export const makeStudioOn = (engine: Engine) =>
  engine === 'embedded' ? makeStudioInMemory() : makePlace(engine, 'migrated').then(makeStudio);

async function fillStudio(place: Place, database: Database) {
  const { db } = database;
  const made = await makeTestProject(db);
  const add = async (name: string, bytes: Buffer) => {
    const stored = await fileStoreOf(place).store({ bytes }, name);
    const file = { projectId: made.projectId, name, needsApproval: false, stored };
    const added = await db.transaction((tx) => addFile(tx, testServices(), made.team, file));
    if (!added.ok) throw new Error(added.reason);
    return { ...stored, fileId: added.fileId };
  };
  const recording = await add(`${hostile}.wav`, Buffer.alloc(300_000, 7));
  const empty = await add('empty.txt', Buffer.alloc(0));
  const picture = await fileStoreOf(place).store({ bytes: Buffer.from('a picture') }, 'picture');
  const flac = await fileStoreOf(place).store({ bytes: Buffer.from('a flac') }, 'flac');
  const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
  const keys = { artefacts: { figure: picture.storageKey }, renditionKey: flac.storageKey };
  await db
    .insert(soundMeasurements)
    .values({ sha256: recording.sha256, ...measured, ...keys })
    .onConflictDoUpdate({ target: soundMeasurements.sha256, set: keys });
  const times = { createdAt: testNow, seenAt: testNow, expiresAt: testNow };
  const session = { personId: made.team.id, role: 'team', userAgent: 'a browser', ...times } as const;
  await db.insert(sessions).values({ id: randomUUID(), tokenHash: 'of a token', ...session });
  await database.withMigrationSession(async (run) => {
    await run(
      `insert into passkeys (id, person_id, public_key, counter, transports, name, created_at)
       values ('key', $1, '\\x00ff0a22'::bytea, 9007199254740993, '["usb",  "nfc"]', $2, '2026-03-29 01:30:00.123456+01')`,
      [made.team.id, hostile],
    );
    await run(`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
      retention_seconds, deletion_seconds, partition, table_name)
      values ('mails', 'standard', 1, 1, false, 1, 1, 1, false, 'job_common') on conflict do nothing`);
    await run(`insert into pgboss.job (name, data) values ('mails', '{"to": "somebody"}')`);
  });
  return { ...made, place, database, add, recording, empty, picture, flac };
}

type Taken = { readonly archive: Buffer; readonly report: BackupReport };

/** Backs up this database and folder, then closes the database. */
export async function takeBackup(
  { dataDir, bucket = null }: Pick<Place, 'dataDir'> & Partial<Pick<Place, 'bucket'>>,
  database: Database,
  write: (stream: ReadableStream<Uint8Array>) => Promise<void> = async () => undefined,
): Promise<Taken> {
  const pieces: Uint8Array[] = [];
  const report = await makeBackup(
    {
      database,
      store: fileStoreOf({ dataDir, bucket }),
      address: 'https://studio.example',
      secretMark: 'a mark',
      now: testNow,
      requireRoom: async () => undefined,
    },
    async (stream) => {
      const [one, other] = stream.tee();
      await Promise.all([
        write(other),
        (async () => {
          for await (const piece of one) pieces.push(piece);
        })(),
      ]);
    },
  );
  return { archive: Buffer.concat(pieces), report };
}

/** Opens the database that a restore fills. */
async function openTarget({ databaseUrl }: Place, draft: string): Promise<Database> {
  if (databaseUrl !== null) return openServer(databaseUrl, options);
  // Faster than creating one.
  await copyEmbedded(draft, 'empty');
  return openEmbedded(draft, options);
}

/** Restores an archive into an installation, as the command does. */
export async function restoreTo(
  place: Place,
  archive: Buffer,
  open: typeof openTarget = openTarget,
): Promise<RestoreReport> {
  return withDraft(place, archive.length, (draft) =>
    restoreBackup(Readable.from([archive]), {
      dataDir: place.dataDir,
      store: fileStoreOf(place),
      draft,
      migrationsDirectory,
      accept: () => undefined,
      openTarget: () => open(place, draft),
    }),
  );
}

/** Returns every row of a database by table, and the values of its sequences, without what backups leave out. */
export function everyRow(database: Database) {
  return database.withMigrationSession((session) =>
    atOneMoment(session, async () => {
      const tables = (await listTables(session)).filter(({ name }) => !leftOut.includes(name));
      const rows: Record<string, string[]> = Object.fromEntries(tables.map(({ name }) => [name, []]));
      for await (const { table, text } of readRows(session, tables))
        rows[table] = [...(rows[table] ?? []), ...text.trimEnd().split('\n')].toSorted();
      return { rows, sequences: await readSequences(session) };
    }),
  );
}
