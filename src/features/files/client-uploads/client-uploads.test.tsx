import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { renderToStaticMarkup } from 'react-dom/server';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import words from '#content/project.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import {
  makeColleague,
  makePerson,
  makeTestProject,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { findDelivery } from '#src/features/delivery/find-delivery.ts';
import { files } from '../store/file.table.ts';
import { deleteFile } from '../removed/delete-file.fixture.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { waveFileOf } from '../wave-file.fixture.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { fill } from '#src/platform/fill.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { listClientUploads } from './list-client-uploads.ts';
import { clientUploads } from './client-upload.table.ts';
import { ClientUploadsTable } from './client-uploads-table.tsx';
import { addClientUpload, removeClientUpload, withdrawClientUpload } from './client-uploads.ts';
import { changeUploadLimit, findUploadSpace } from './client-upload-space.ts';
import { serveClientUploadArchive, serveClientUpload } from './serve-client-uploads.ts';
import { importClientUpload } from './client-uploads.ts';

/** Creates a project whose client sent a sound and a note, and records the resulting events. */
async function makeInbox(db: Db) {
  const dataDir = makeTestFolder();
  const made = await makeTestProject(db);
  const { projectId, client } = made;
  const services = {
    db,
    log: { error: vi.fn() },
    config: { dataDir },
    ...testServices(),
  } as unknown as Services;
  const sendFile = async (name: string, bytes: Uint8Array) => {
    const id = uuidv7();
    const stored = await createFileFolder(dataDir).store({ bytes }, name);
    await db.transaction((tx) => addClientUpload(tx, services, client, { id, projectId, name, stored }));
    return { projectId, sentId: id };
  };
  const asked = (person: Person | null, path: string, id: string, method = 'GET') => {
    const url = new URL(`https://studio.example${path}`);
    const session = person && ({ person } as unknown as Session);
    return { request: new Request(url, { method }), url, params: { id }, locals: { services, session } };
  };
  // Reading the whole response closes its file.
  const download = async (person: Person | null, sentId: string, method?: string) => {
    const answer = await serveClientUpload(asked(person, `/portal/sent-files/${sentId}`, sentId, method));
    return answer && new Response(await answer.arrayBuffer(), answer);
  };
  const archive = (person: Person | null, query = '') =>
    serveClientUploadArchive(asked(person, `/desk/projects/${projectId}/sent-files.zip${query}`, projectId));
  const stored = async () => (await readdir(join(dataDir, 'files'))).length;
  const sound = await sendFile('References/Quay.wav', waveFileOf({ frames: 800, sample: () => 0.1 }));
  const note = await sendFile('Notes.txt', Buffer.from('quieter'));
  return { ...made, services, sendFile, download, archive, stored, sound, note };
}

const stateOf = async (db: Db, projectId: string) =>
  (await listClientUploads(db, projectId)).map(({ name, fetchedByName }) => [name, fetchedByName]);

describeOnOneDatabase('the files that a client has sent', (open) => {
  test('can be downloaded by that client and the team only, as non-executable content', async () => {
    const { db } = await open();
    const { client, team, note, download } = await makeInbox(db);
    const other = await makePerson(db, 'client', 'Somebody else');
    for (const stranger of [other, null]) expect(await download(stranger, note.sentId)).toBeNull();
    for (const person of [client, team]) {
      const response = await download(person, note.sentId);
      expect(await response?.text()).toBe('quieter');
      expect(response?.headers.get('content-type')).toBe('application/octet-stream');
      expect(response?.headers.get('content-disposition')).toContain('attachment');
      expect(response?.headers.get('content-security-policy')).toContain('sandbox');
    }
    for (const id of ['x', uuidv7()]) expect(await download(team, id)).toBeNull();
  });

  test("are marked as downloaded on the team's first download, single or archived, and notify open pages once", async () => {
    const { db } = await open();
    const { client, team, projectId, sound, note, download, archive } = await makeInbox(db);
    const other = await makePerson(db, 'team', 'Tomas Reyl');
    await download(client, note.sentId);
    await download(team, note.sentId, 'HEAD');
    const fresh = [
      ['Notes.txt', null],
      ['References/Quay.wav', null],
    ];
    expect(new Set(await stateOf(db, projectId))).toEqual(new Set(fresh));
    await download(team, note.sentId);
    await download(other, note.sentId);
    const fetched = () => db.$count(clientEvents, eq(clientEvents.kind, 'sent-file-fetched'));
    expect(await fetched()).toBe(1);
    const zip = await archive(other);
    const entries = unzipSync(new Uint8Array((await zip?.arrayBuffer()) ?? []));
    expect(Object.keys(entries).toSorted()).toEqual(['Notes.txt', 'References/Quay.wav']);
    expect(new Set(await stateOf(db, projectId))).toEqual(
      new Set([
        ['Notes.txt', team.name],
        ['References/Quay.wav', other.name],
      ]),
    );
    expect(await fetched()).toBe(2);
    const one = await archive(team, `?sent=${sound.sentId}`);
    expect(Object.keys(unzipSync(new Uint8Array((await one?.arrayBuffer()) ?? [])))).toEqual([
      'References/Quay.wav',
    ]);
    expect(await archive(team, `?sent=${uuidv7()}`)).toBeNull();
    expect(await archive(await makePerson(db, 'client', 'Somebody else'))).toBeNull();
  });

  test('can be withdrawn only by their client until the team downloads them, which deletes their bytes', async () => {
    const { db } = await open();
    const { client, team, projectId, services, sound, note, download, stored } = await makeInbox(db);
    const other = await makePerson(db, 'client', 'Somebody else');
    expect(await withdrawClientUpload(services, other, note)).toMatchObject({
      ok: false,
      reason: 'not-found',
    });
    const listener = await makeColleague(db, client.clientId, 'Only listens', 'listen');
    expect(await withdrawClientUpload(services, listener, note)).toMatchObject({ reason: 'not-yours' });
    await download(team, sound.sentId);
    expect(await withdrawClientUpload(services, client, sound)).toMatchObject({
      ok: false,
      reason: 'with-team',
    });
    expect(await removeClientUpload(services, team, note)).toMatchObject({
      ok: false,
      reason: 'not-with-team',
    });
    const twice = await Promise.all([1, 2].map(() => withdrawClientUpload(services, client, note)));
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await stored()).toBe(1);
    expect(await download(team, note.sentId)).toBeNull();
    expect(await removeClientUpload(services, team, sound)).toEqual({ ok: true });
    expect([await stored(), (await findUploadSpace(db, projectId)).usedBytes]).toEqual([0, 0]);
    const kinds = await db.select({ kind: activity.kind }).from(activity);
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['file-sent', 'sent-file-withdrawn', 'sent-file-removed']),
    );
  });

  test('can be used as recordings if they are audio: measured, playable, without approval, and delivered only if named', async () => {
    const { db } = await open();
    const { client, team, projectId, services, sound, note, stored } = await makeInbox(db);
    expect(await importClientUpload(services, team, note)).toMatchObject({ ok: false, reason: 'no-sound' });
    const both = await Promise.all([1, 2].map(() => importClientUpload(services, team, sound)));
    expect(both.map((outcome) => (outcome.ok ? '' : outcome.reason)).toSorted()).toEqual(['', 'taken']);
    const [recording] = await db.select().from(files);
    expect(recording).toMatchObject({ name: 'Quay.wav', folder: 'References', needsApproval: false });
    expect(await db.$count(soundMeasurements)).toBe(1);
    expect(await stored()).toBe(3);
    const page = new URL('https://studio.example/');
    const delivery = await findDelivery(db, client, projectId, page);
    expect(delivery?.parts).toEqual([]);
    expect(await withdrawClientUpload(services, client, sound)).toMatchObject({
      ok: false,
      reason: 'with-team',
    });
    // Each has its own copy of the bytes.
    await removeClientUpload(services, team, sound);
    expect(await stored()).toBe(2);
    // It still belongs to the client after removal from the inbox.
    expect((await findDelivery(db, client, projectId, page))?.parts).toEqual([]);
    await deleteFile(services, team, { projectId, fileId: recording?.id ?? '' });
    expect(await stored()).toBe(1);
  });

  test('show which were sent before, except empty files', async () => {
    const { db } = await open();
    const { projectId, sendFile } = await makeInbox(db);
    await sendFile('Again/Notes 2.txt', Buffer.from('quieter'));
    for (const name of ['empty', 'also empty']) await sendFile(name, Buffer.alloc(0));
    const rows = await listClientUploads(db, projectId);
    expect(rows.flatMap(({ name, sameAs }) => (sameAs === null ? [] : [[name, sameAs]]))).toEqual([
      ['Again/Notes 2.txt', 'Notes.txt'],
    ]);
  });

  test('are distinguished if several have the same name, on the page, in every button and in the history', async () => {
    const { db } = await open();
    const { client, projectId, services, sendFile } = await makeInbox(db);
    const first = await sendFile('mix.wav', waveFileOf({ frames: 800, sample: () => 0.2 }));
    await sendFile('mix.wav', waveFileOf({ frames: 800, sample: () => 0.3 }));
    await sendFile('again.wav', waveFileOf({ frames: 800, sample: () => 0.2 }));
    const listed = await listClientUploads(db, projectId);
    const labels = [1, 2].map((number) =>
      fill(words.files.oneOfSeveral, { file: 'mix.wav', number: String(number) }),
    );
    expect(listed.find(({ name }) => name === 'again.wav')?.sameAs).toBe(labels[0]);
    const viewers = [
      { side: 'client', person: { id: client.id, permission: 'approve' } } as const,
      { side: 'team' } as const,
    ];
    for (const viewer of viewers) {
      const table = <ClientUploadsTable files={listed} projectId={projectId} viewer={viewer} />;
      const page = renderToStaticMarkup(table).replaceAll('<wbr/>', '');
      for (const label of labels) expect(page).toContain(`<bdi>${label}</bdi>`);
      const names = [...page.matchAll(/aria-label="([^"]+)"/g)].map(([, name]) => name);
      expect(names.length, viewer.side).toBeGreaterThan(4);
      expect(new Set(names).size, 'no two controls of one name').toBe(names.length);
    }
    await withdrawClientUpload(services, client, first);
    const told = await db.select().from(activity).where(eq(activity.kind, 'sent-file-withdrawn'));
    expect(told.map(({ details }) => details['file'])).toEqual([labels[0]]);
  });

  test('uses the limit set by the desk, or the default', async () => {
    const { db } = await open();
    const { team, projectId, services } = await makeInbox(db);
    const usual = await findUploadSpace(db, projectId);
    expect([usual.limitBytes, usual.count]).toEqual([50_000_000_000, 2]);
    expect(await changeUploadLimit(db, services, team, { projectId, limitBytes: 0 })).toEqual({ ok: true });
    expect(await findUploadSpace(db, projectId)).toMatchObject({ limitBytes: 0, leftBytes: 0 });
    await changeUploadLimit(db, services, team, { projectId, limitBytes: null });
    expect(await findUploadSpace(db, projectId)).toEqual(usual);
    const gone = { projectId: uuidv7(), limitBytes: 1 };
    expect(await changeUploadLimit(db, services, team, gone)).toMatchObject({ reason: 'not-found' });
    expect(await db.$count(clientUploads)).toBe(2);
  });
});
