import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { makeColleague, makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { files } from '../store/file.table.ts';
import { clientUploads, pendingClientUploads } from '../client-uploads/client-upload.table.ts';
import { releaseAbandonedSpace } from '../client-uploads/client-upload-space.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { finishAbandonedUploads } from './finish-upload.ts';
import { handleUpload } from './handle-upload.ts';
import { uploadStoreOf } from './upload-store.ts';
import { bytes, encoded, makeUploads } from './uploads.fixture.ts';

const makeInbox = async (database: Database) => {
  const made = await makeUploads(database, 'inbox');
  const limitTo = (limitBytes: number | null) =>
    made.db.update(projects).set({ sentLimitBytes: limitBytes }).where(eq(projects.id, made.projectId));
  return { ...made, limitTo };
};

describeOnOneDatabase('uploads of a client', (open) => {
  test("are stored in the project's inbox with folders, hash and sender, notify the team and need no approval", async () => {
    const { db, client, projectId, begin, patch, left } = await makeInbox(await open());
    const name = '../Stems/Drums \u202E🎹/Kick.wav';
    const id = await begin(client, name);
    expect(await db.select({ id: pendingClientUploads.id }).from(pendingClientUploads)).toEqual([{ id }]);
    expect((await patch(client, id, 0)).status).toBe(204);
    expect(await db.select().from(clientUploads)).toMatchObject([
      {
        id,
        projectId,
        name,
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        sentBy: client.id,
        sentByName: client.name,
        fetchedAt: null,
      },
    ]);
    expect(await db.$count(pendingClientUploads)).toBe(0);
    expect([await db.$count(files), await db.$count(notifications)]).toEqual([0, 0]);
    expect(await db.select().from(emailItems)).toMatchObject([{ kind: 'file-sent', subjectId: id }]);
    expect(await left('uploads')).toEqual([]);
    expect(await left('files')).toHaveLength(1);
  });

  test('are private: neither another client nor the desk can look up, continue, finish or cancel them', async () => {
    const { db, client, team, services, begin, tryBegin, patch, head, send } = await makeInbox(await open());
    const other = await makePerson(db, 'client', 'Somebody else');
    expect((await tryBegin(other)).status).toBe(404);
    const id = await begin(client);
    await patch(client, id, 0, 100_000);
    const offsetBytes = { 'upload-offset': '100000', 'content-type': 'application/offset+octet-stream' };
    const asked = [
      ['HEAD', {}],
      ['PATCH', { headers: offsetBytes, body: bytes.subarray(100_000) }],
      ['DELETE', {}],
    ] as const;
    for (const [method, more] of asked) {
      expect((await send(other, method, id, more)).status, method).toBe(404);
      const headers = { 'tus-resumable': '1.0.0', ...('headers' in more ? more.headers : {}) };
      const request = new Request(`http://studio.example/desk/uploads/${id}`, { ...more, method, headers });
      const atDesk = await handleUpload(request, { services, person: team, to: 'project', uploadId: id });
      expect(atDesk.status, `${method} at the desk`).toBe(404);
    }
    expect((await head(client, id)).headers.get('upload-offset')).toBe('100000');
    expect((await patch(client, id, 100_000)).status).toBe(204);
    expect((await head(client, id)).headers.get('upload-offset')).toBe('300000');
    expect((await head(other, id)).status).toBe(404);
    expect(await db.$count(files)).toBe(0);
  });

  test('can be continued by any person of the client, including listeners, and keep their sender', async () => {
    const { db, client, begin, patch, head } = await makeInbox(await open());
    const colleague = await makeColleague(db, client.clientId, 'Jo Listener', 'listen');
    const [one, own] = [await begin(client, 'one'), await begin(colleague, 'own')];
    await patch(client, one, 0, 100_000);
    expect((await head(colleague, one)).headers.get('upload-offset')).toBe('100000');
    expect((await patch(colleague, one, 100_000)).status).toBe(204);
    expect((await patch(colleague, own, 0)).status).toBe(204);
    const rows = await db.select({ name: clientUploads.name, by: clientUploads.sentBy }).from(clientUploads);
    expect(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'one', by: client.id },
      { name: 'own', by: colleague.id },
    ]);
    expect(await db.$count(emailItems)).toBe(2);
  });

  test("of the team cannot be continued as a client's", async () => {
    const { client, team, services, projectId, begin } = await makeUploads(await open());
    const id = await begin(team);
    const request = new Request(`http://studio.example/portal/uploads/${id}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    const answer = await handleUpload(request, { services, person: client, to: 'inbox', uploadId: id });
    expect([projectId !== '', answer.status]).toEqual([true, 404]);
  });

  test("never exceed the project's storage limit, also with concurrent requests to two processes", async () => {
    const { db, client, services, tryBegin, patch, send, limitTo } = await makeInbox(await open());
    await limitTo(2 * bytes.length + 10);
    const other = { ...services };
    const both = [services, other, services, other];
    const begun = await Promise.all(both.map((process) => tryBegin(client, 'a.wav', process)));
    for (const status of [201, 507])
      expect(begun.filter((answer) => answer.status === status)).toHaveLength(2);
    const refused = begun.find(({ status }) => status === 507);
    expect(await refused?.text()).toContain('10 bytes of 600\u00A0kB left');
    const ids = begun.flatMap(({ headers }) => headers.get('location')?.split('/').at(-1) ?? []);
    // Complete uploads still count; cancelled ones do not.
    await patch(client, ids[0] ?? '', 0);
    expect((await tryBegin(client)).status).toBe(507);
    expect((await send(client, 'DELETE', ids[1] ?? '')).status).toBe(204);
    expect((await tryBegin(client)).status).toBe(201);
    expect((await tryBegin(client, 'small.txt', services, 11)).status).toBe(507);
    expect((await tryBegin(client, 'small.txt', services, 10)).status).toBe(201);
    expect(await db.$count(pendingClientUploads)).toBe(2);
  });

  test('reserve at most a share of the free space for unsent bytes, and leave the rest to the team', async () => {
    const { db, client, team, projectId, services, tryBegin, begin, patch } = await makeInbox(await open());
    const colleagues = [
      await makeColleague(db, client.clientId, 'Jo Listener', 'listen'),
      await makeColleague(db, client.clientId, 'Sable Okafor', 'listen'),
    ] as const;
    // Room for eight uploads: four for all clients together, two for one person.
    Object.assign(await uploadStoreOf(services), { freeBytes: async () => 1e9 + 8 * bytes.length });
    const first = await begin(client);
    expect((await tryBegin(client)).status).toBe(201);
    expect((await tryBegin(client)).status, 'a third of one person').toBe(507);
    for (const person of [colleagues[0], colleagues[0]]) expect((await tryBegin(person)).status).toBe(201);
    expect((await tryBegin(colleagues[1])).status, 'a fifth of the clients').toBe(507);
    const metadata = `projectId ${encoded(projectId)},name ${encoded('mix.wav')}`;
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(4 * bytes.length),
      'upload-metadata': metadata,
    };
    const request = new Request('http://studio.example/desk/uploads', { method: 'POST', headers });
    const ofTeam = await handleUpload(request, { services, person: team, to: 'project', uploadId: null });
    expect(ofTeam.status, 'four more of the team').toBe(201);
    await patch(client, first, 0);
    Object.assign(await uploadStoreOf(services), { freeBytes: async () => 1e9 + 12 * bytes.length });
    expect((await tryBegin(client)).status, 'what was sent is kept for nobody').toBe(201);
  });

  test('are limited to ten unfinished per person', async () => {
    const { db, client, tryBegin, patch, send, begin } = await makeInbox(await open());
    const ids = [];
    for (let n = 0; n < 10; n += 1) ids.push(await begin(client));
    const refused = await tryBegin(client);
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('unfinished uploads'),
    ]);
    const colleague = await makeColleague(db, client.clientId, 'Jo Listener', 'listen');
    expect((await tryBegin(colleague)).status).toBe(201);
    await patch(client, ids[0] ?? '', 0);
    await send(client, 'DELETE', ids[1] ?? '');
    expect([(await tryBegin(client)).status, (await tryBegin(client)).status]).toEqual([201, 201]);
    expect((await tryBegin(client)).status).toBe(429);
  });

  test('that were abandoned release their space once their bytes are deleted', async () => {
    const { db, client, begin, left } = await makeInbox(await open());
    const id = await begin(client);
    const later = new Date(testNow.getTime() + 2 * 3600_000);
    const onDisk = (await left('uploads')).map((name) => name.split('.', 1)[0] ?? '');
    await releaseAbandonedSpace(db, later, onDisk);
    await releaseAbandonedSpace(db, testNow, []);
    expect(await db.select({ id: pendingClientUploads.id }).from(pendingClientUploads)).toEqual([{ id }]);
    await releaseAbandonedSpace(db, later, []);
    expect(await db.$count(pendingClientUploads)).toBe(0);
  });

  test('can be empty or identical to earlier ones', async () => {
    const { db, client, services, tryBegin, begin, patch } = await makeInbox(await open());
    expect((await tryBegin(client, 'empty.txt', services, 0)).status).toBe(201);
    for (const name of ['a.bin', 'a.bin']) await patch(client, await begin(client, name), 0);
    const rows = await db
      .select({ name: clientUploads.name, sizeBytes: clientUploads.sizeBytes })
      .from(clientUploads)
      .orderBy(clientUploads.sizeBytes);
    expect(rows).toEqual([
      { name: 'empty.txt', sizeBytes: 0 },
      { name: 'a.bin', sizeBytes: bytes.length },
      { name: 'a.bin', sizeBytes: bytes.length },
    ]);
  });

  test('that were complete when the server stopped are sent at its next start, for their original sender', async () => {
    const { db, client, services, begin, patch } = await makeInbox(await open());
    const id = await begin(client);
    const transaction = db.transaction.bind(db);
    services.db.transaction = () => Promise.reject(new Error('The database is away'));
    expect((await patch(client, id, 0)).status).toBe(503);
    services.db.transaction = transaction;
    await finishAbandonedUploads({ ...services });
    expect(await db.select({ id: clientUploads.id, by: clientUploads.sentBy }).from(clientUploads)).toEqual([
      { id, by: client.id },
    ]);
    expect([await db.$count(pendingClientUploads), await db.$count(files)]).toEqual([0, 0]);
  });

  test('are refused without leftovers if their project was deleted in the meantime', async () => {
    const { db, client, projectId, begin, patch, left } = await makeInbox(await open());
    const id = await begin(client);
    await patch(client, id, 0, 200_000);
    await db.delete(projects).where(eq(projects.id, projectId));
    expect((await patch(client, id, 200_000)).status).toBe(404);
    expect(await left('files')).toEqual([]);
  });

  test("are refused if the sender's access ends during the upload; a colleague can finish them", async () => {
    const { db, client, begin, tryBegin, patch, left } = await makeInbox(await open());
    const colleague = await makeColleague(db, client.clientId, 'Jo Listener', 'listen');
    const [own, shared] = [await begin(colleague, 'own'), await begin(colleague, 'shared')];
    await patch(colleague, shared, 0, 100_000);
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, colleague.id));
    expect((await tryBegin(colleague)).status).toBe(404);
    expect((await patch(colleague, own, 0)).status).toBe(404);
    expect((await patch(client, shared, 100_000)).status).toBe(204);
    const rows = await db.select({ name: clientUploads.name, by: clientUploads.sentBy }).from(clientUploads);
    expect(rows).toEqual([{ name: 'shared', by: client.id }]);
    expect([await left('uploads'), (await left('files')).length]).toEqual([[], 1]);
    expect(await db.$count(pendingClientUploads)).toBe(0);
  });

  test('are refused with a message when the disk is full', async () => {
    const { client, services, tryBegin, db } = await makeInbox(await open());
    Object.assign(await uploadStoreOf(services), { freeBytes: async () => 0 });
    const refused = await tryBegin(client);
    expect([refused.status, await refused.text()]).toEqual([
      507,
      "There isn't enough free disk space for this file. Nothing was stored.\n",
    ]);
    expect(await db.$count(pendingClientUploads)).toBe(0);
    expect(await db.$count(people)).toBeGreaterThan(0);
  });
});
