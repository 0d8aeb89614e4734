import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { emptyDatabases, migrateUpTo } from '#src/platform/database/earlier-database.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { fileApprovals, files } from '#src/features/recordings/store/file.table.ts';

const names = [
  'Mix_v1.wav',
  'mix_V2.wav',
  'Mix_v10.wav',
  'Mix.wav',
  'Mix_v3.mp3',
  'Notes.pdf',
  'v2',
  '東京 v1.wav',
  'Scene.mov',
];

const again = ['Notes.pdf', 'Mix_v10.wav'];

/** A project whose files all wait, but for one that was approved; two names twice, an hour apart. */
async function writeFiles(database: Database): Promise<void> {
  const [client, project] = [randomUUID(), randomUUID()];
  const rows = [...names, ...again].map((name, index) => ({ id: randomUUID(), name, index }));
  const kindOf = (name: string) =>
    /\.(wav|mp3)$/.test(name) ? 'audio' : name.endsWith('.mov') ? 'video' : 'document';
  const typeOf = (name: string) => (kindOf(name) === 'audio' ? 'audio/wav' : 'application/octet-stream');
  await database.withMigrationSession((session) =>
    session(`
      insert into people (id, role, email_key, email, name, created_at)
      values ('${client}', 'client', 'runa@halfmoon.example', 'runa@halfmoon.example', 'Runa', now());
      insert into projects (id, client_id, name, description, status, progress, created_at, updated_at)
      values ('${project}', '${client}', 'Tidewater', '', 'review', 0, now(), now());
      insert into files (id, project_id, name, kind, media_type, size_bytes, sha256, storage_key, needs_approval,
        uploaded_by_name, uploaded_at)
      values ${rows.map(({ id, name, index }) => `('${id}', '${project}', '${name}', '${kindOf(name)}', '${typeOf(name)}', 1, '00', '${id}', true, 'Ada', now() + interval '${index} hours')`).join()};
      insert into notifications (id, client_id, kind, project_id, subject_id, details, made_at)
      values ${rows.map(({ id }) => `(gen_random_uuid(), '${client}', 'file-waiting', '${project}', '${id}', '{}', now())`).join()};
      insert into file_approvals (file_id, sha256, approved_by_name, approved_at)
      select id, '00', 'Runa', now() from files where name = 'Mix_v1.wav';
    `),
  );
}

describe('a studio that upgrades with files that wait', () => {
  test.each(emptyDatabases())('keeps the newest of each waiting, on %s', async (_engine, open) => {
    const database = await open();
    await migrateUpTo(database, '0011');
    await writeFiles(database);
    await migrate(database, migrationsDirectory);
    const { db } = database;
    const found = await db.select().from(files);
    const nameOf = (id: string | null) => found.find((file) => file.id === id)?.name;
    const replaced = found.filter(({ supersededBy }) => supersededBy !== null);
    expect(replaced.map(({ name, supersededBy }) => [name, nameOf(supersededBy)])).toEqual(
      expect.arrayContaining([
        ['mix_V2.wav', 'Mix_v10.wav'],
        ['Notes.pdf', 'Notes.pdf'],
        ['Mix_v10.wav', 'Mix_v10.wav'],
      ]),
    );
    expect(replaced).toHaveLength(3);
    const recordings = Map.groupBy(found, ({ recordingId }) => recordingId);
    const numbers = [...recordings.values()].map((versions) =>
      versions.toSorted((a, b) => a.version - b.version).map(({ name, version }) => `${name} is ${version}`),
    );
    expect(new Set(numbers.map((versions) => versions.join()))).toEqual(
      new Set([
        'Mix_v1.wav is 1,mix_V2.wav is 2,Mix_v10.wav is 10,Mix_v10.wav is 11',
        'Notes.pdf is 1,Notes.pdf is 2',
        'Mix.wav is 1',
        'Mix_v3.mp3 is 3',
        'v2 is 1',
        '東京 v1.wav is 1',
        'Scene.mov is 1',
      ]),
    );
    // What was only offered for download is played in place.
    expect(found.find(({ name }) => name === 'Scene.mov')?.mediaType).toBe('video/mp4');
    expect(found.find(({ name }) => name === 'v2')?.mediaType).toBe('application/octet-stream');
    expect(await db.$count(fileApprovals)).toBe(1);
    expect(await db.$count(notifications, isNull(notifications.clearedAt))).toBe(
      names.length + again.length - 3,
    );
  });
});
