import { mkdtemp, readlink, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { addFile } from '../files.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { createFileFolder, storedPathOf } from '../store/file-folder.ts';
import { fileApprovals, files } from '../store/file.table.ts';
import { serveArchive } from './serve-archive.ts';

const names = ['Stems/Bass.wav', '../Mix.wav', '../Mix.wav'];
const bytesOf = (index: number) => Buffer.alloc(600_000 + index, names[index]);

/** Creates a project with three files and a function that requests them as an archive. */
async function makeProject(db: Db) {
  const dataDir = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const made = await makeTestProject(db);
  const log = { error: vi.fn() };
  const time = { now: testNow };
  const clock = { now: () => time.now };
  const services = { db, log, clock, config: { dataDir } } as unknown as Services;
  for (const [index, name] of names.entries()) {
    const bytes = await createFileFolder(dataDir).store({ bytes: bytesOf(index) }, name);
    const stored = { ...bytes, kind: 'audio' as const };
    const file = { projectId: made.projectId, name, needsApproval: false, stored };
    await db.transaction((tx) => addFile(tx, testServices(), made.team, file));
  }
  const rows = await db
    .select()
    .from(files)
    .where(eq(files.projectId, made.projectId))
    .orderBy(asc(files.id));
  const ask = (person: Person | null, query = '', method = 'GET') => {
    const url = new URL(`https://studio.example/portal/projects/${made.projectId}/files.zip${query}`);
    const session = person && ({ person } as unknown as Session);
    return serveArchive({
      request: new Request(url, { method }),
      url,
      params: { id: made.projectId },
      locals: { services, session },
    });
  };
  const openBytes = async () => {
    const handles = await readdir('/proc/self/fd').catch(() => []);
    const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return paths.filter((path) => path.startsWith(dataDir)).length;
  };
  return { ...made, dataDir, time, log, rows, ask, openBytes };
}

type Made = Awaited<ReturnType<typeof makeProject>>;

describeOnOneDatabase('the files of a project in one archive', (open) => {
  test('are served complete to its client and the team, with unique names and a known length', async () => {
    const { db } = await open();
    const { client, team, ask } = await makeProject(db);
    for (const person of [client, team]) {
      const response = await ask(person);
      const archive = Buffer.from(new Uint8Array((await response?.arrayBuffer()) ?? []));
      expect(response?.headers.get('content-length')).toBe(String(archive.length));
      expect(response?.headers.get('content-disposition')).toContain('"Tidewater_ reel 3.zip"');
      const found = Object.entries(unzipSync(archive));
      expect(found.map(([name]) => name)).toEqual(['Mixes/Mix.wav', 'Mixes/Mix (2).wav', 'Stems/Bass.wav']);
      expect(found.every(([, bytes], index) => bytesOf((index + 1) % 3).equals(bytes))).toBe(true);
    }
  });

  test('are only the chosen ones, if any were chosen', async () => {
    const { db } = await open();
    const { client, rows, ask } = await makeProject(db);
    const response = await ask(client, `?file=${rows[2]?.id}&file=${rows[0]?.id}`);
    const archive = new Uint8Array((await response?.arrayBuffer()) ?? []);
    expect(Object.keys(unzipSync(archive))).toEqual(['Mixes/Mix.wav', 'Stems/Bass.wav']);
    const asked = await ask(client, '', 'HEAD');
    expect([asked?.status, asked?.body]).toEqual([200, null]);
  });

  test('are the latest versions for a client, with their formats and new names, and others if asked for', async () => {
    const { db } = await open();
    const { client, team, rows, ask } = await makeProject(db);
    const [bass, older, newer] = rows.map(({ id }) => id);
    const edit = (id = '', change: object) => db.update(files).set(change).where(eq(files.id, id));
    await edit(newer, { version: 2, name: 'Night drive', originalName: '../Mix.wav', folder: 'Album' });
    await edit(older, { recordingId: newer, name: 'Mix v1.wav', originalName: '../Mix.wav' });
    await edit(bass, { formatOf: newer, name: 'Night drive.mp3' });
    const namesOf = async (person: Person, query: string) => {
      const response = await ask(person, query);
      return Object.keys(unzipSync(new Uint8Array((await response?.arrayBuffer()) ?? [])));
    };
    const latest = ['Mixes/Album/Night drive.wav', 'Mixes/Album/Night drive.mp3'];
    expect(await namesOf(client, '')).toEqual(latest);
    expect(await namesOf(client, '?which=latest')).toHaveLength(2);
    const all = await namesOf(client, '?which=all');
    expect(all).toHaveLength(3);
    expect(await namesOf(team, '')).toEqual(all);
    expect(await ask(client, '?which=approved')).toBeNull();
    for (const id of [older, bass]) {
      const approval = { sha256: '', approvedByName: 'Runa', approvedAt: testNow };
      await db.insert(fileApprovals).values({ fileId: id ?? '', ...approval });
    }
    expect(await namesOf(client, '?which=approved')).toEqual(['Mixes/Album/Mix v1.wav']);
  });

  test('are not served to others, and neither is a file of another project', async () => {
    const { db } = await open();
    const { ask, client } = await makeProject(db);
    const other = await makeProject(db);
    expect(await ask(other.client)).toBeNull();
    expect(await ask(await makePerson(db, 'client', 'Piet Marlowe'))).toBeNull();
    expect(await ask(null)).toBeNull();
    expect(await ask(client, `?file=${other.rows[0]?.id}`)).toBeNull();
    expect(await ask(client, '?file=x')).toBeNull();
  });

  test('abort without open files if one is removed or truncated during the download', async () => {
    const { db } = await open();
    const { client, dataDir, rows, ask, openBytes } = await makeProject(db);
    const response = await ask(client);
    await truncate(storedPathOf(dataDir, rows[1]?.storageKey ?? ''), 5);
    await expect(response?.arrayBuffer()).rejects.toThrow('another size');
    expect(await openBytes()).toBe(0);
  });

  test('abort soon after one was erased or moved to another owner', async () => {
    const { db } = await open();
    const ends = {
      removed: ({ rows }: Made) => db.delete(files).where(eq(files.id, rows[2]?.id ?? '')),
      moved: async ({ projectId }: Made) => {
        const { clientId } = await makePerson(db, 'client', 'Piet Marlowe');
        await db.update(projects).set({ clientId }).where(eq(projects.id, projectId));
      },
    };
    for (const end of Object.values(ends)) {
      const made = await makeProject(db);
      const { client, time, ask, openBytes } = made;
      const reader = (await ask(client))?.body?.getReader();
      await reader?.read();
      await end(made);
      time.now = new Date(time.now.getTime() + 2000);
      const rest = async () => {
        while (!(await reader?.read())?.done);
      };
      await expect(rest()).rejects.toThrow('lost access');
      expect(await openBytes()).toBe(0);
    }
  });

  test('are refused with a message if one is missing', async () => {
    const { db } = await open();
    const { client, dataDir, log, rows, ask } = await makeProject(db);
    await rm(storedPathOf(dataDir, rows[1]?.storageKey ?? ''));
    expect((await ask(client))?.status).toBe(500);
    expect(log.error).toHaveBeenCalledWith('stored bytes are missing', { file: rows[1]?.id });
    expect((await ask(client, `?file=${rows[0]?.id}`))?.status).toBe(200);
  });

  test('are closed when the client disconnects', async () => {
    const { db } = await open();
    const { client, ask, openBytes } = await makeProject(db);
    const reader = (await ask(client))?.body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect(await openBytes()).toBe(0);
  });
});
