import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { files } from '../store/file.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { storeKinds } from '../store/file-stores.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { handleUpload } from './handle-upload.ts';
import { uploadStoreOf } from './upload-store.ts';
import { address, bytes, encoded, makeUploads } from './uploads.fixture.ts';

describe.each(storeKinds)('to a %s', (kept) => {
  describeOnOneDatabase('uploads to the desk', (open) => {
    test('become files when complete, with bytes and uploader, notify the client and leave nothing behind', async () => {
      const { db, team, projectId, begin, patch, left } = await makeUploads(await open(), 'project', kept);
      const id = await begin(team, '../../x 🎹.wav');
      expect((await patch(team, id, 0, 100_000)).headers.get('upload-offset')).toBe('100000');
      expect(await db.select().from(files)).toEqual([]);
      expect((await patch(team, id, 100_000)).status).toBe(204);
      expect(await db.select().from(files)).toMatchObject([
        {
          id,
          projectId,
          name: '../../x 🎹.wav',
          folder: '',
          needsApproval: true,
          sizeBytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          uploadedBy: team.id,
          uploadedByName: team.name,
        },
      ]);
      expect(await db.select().from(notifications)).toMatchObject([{ kind: 'file-waiting', subjectId: id }]);
      expect(await left('uploads')).toEqual([]);
      expect(await left('files')).toHaveLength(1);
    });

    test('leave no listeners in the shared store', async () => {
      const { team, services, begin, head } = await makeUploads(await open(), 'project', kept);
      const { files: store } = await uploadStoreOf(services);
      const id = await begin(team);
      for (let request = 0; request < 12; request += 1) expect((await head(team, id)).status).toBe(200);
      expect(store.eventNames().map((name) => store.listenerCount(name))).toEqual([]);
    });

    test('that were complete when the database failed become one file on the next request', async () => {
      const { db, team, services, begin, patch, head, left } = await makeUploads(
        await open(),
        'project',
        kept,
      );
      const id = await begin(team);
      const transaction = db.transaction.bind(db);
      services.db.transaction = () => Promise.reject(new Error('The database is away'));
      expect((await patch(team, id, 0)).status).toBe(503);
      expect(await db.select().from(files)).toEqual([]);
      expect(await left('files')).toEqual([]);
      services.db.transaction = transaction;
      const answers = await Promise.all(Array.from({ length: 5 }, () => head(team, id)));
      expect(answers.map(({ headers }) => headers.get('upload-offset'))).toEqual(Array(5).fill('300000'));
      expect(await db.select({ id: files.id }).from(files)).toEqual([{ id }]);
      expect(await db.select().from(activity).where(eq(activity.kind, 'file-added'))).toHaveLength(1);
      // And again, as if the first response was lost.
      expect((await head(team, id)).headers.get('upload-offset')).toBe('300000');
      expect(await left('files')).toHaveLength(1);
    });

    test('that two processes complete concurrently become one file, without leftover bytes', async () => {
      const database = await open();
      const { db, team, services, begin, patch, left, send } = await makeUploads(database, 'project', kept);
      const id = await begin(team);
      const transaction = db.transaction.bind(db);
      services.db.transaction = () => Promise.reject(new Error('The database is away'));
      expect((await patch(team, id, 0)).status).toBe(503);
      services.db.transaction = transaction;
      // The other process found no file and stored its copy before this one commits.
      const other: typeof db = Object.assign(Object.create(db) as typeof db, {
        transaction: async (run: Parameters<typeof transaction>[0]) => {
          expect((await send(team, 'HEAD', id)).status).toBe(200);
          return transaction(run);
        },
      });
      const finished = await send(team, 'HEAD', id, {}, { ...services, db: other });
      expect(finished.headers.get('upload-offset')).toBe('300000');
      expect(await db.$count(files)).toBe(1);
      expect(await left('files')).toHaveLength(1);
    });

    test('can be continued by another member, and belong to their starter unless that person was disabled', async () => {
      const { db, team, begin, patch } = await makeUploads(await open(), 'project', kept);
      const other = await makePerson(db, 'team', 'Tomas Reyl');
      const [one, two] = [await begin(team, 'one'), await begin(team, 'two')];
      await patch(other, one, 0);
      await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, team.id));
      await patch(other, two, 0);
      const rows = await db
        .select({ name: files.name, by: files.uploadedByName })
        .from(files)
        .orderBy(files.name);
      expect(rows).toEqual([
        { name: 'one', by: team.name },
        { name: 'two', by: other.name },
      ]);
    });

    test('are refused for projects of an erased client', async () => {
      const { db, team, client, tryBegin } = await makeUploads(await open(), 'project', kept);
      await makePerson(db, 'client', 'Somebody else');
      await db.update(clients).set({ erasedAt: testNow }).where(eq(clients.id, client.clientId));
      expect((await tryBegin(team)).status).toBe(404);
    });

    test('are refused and removed if their project was deleted in the meantime', async () => {
      const { db, team, projectId, begin, patch, head, left } = await makeUploads(
        await open(),
        'project',
        kept,
      );
      const id = await begin(team);
      await patch(team, id, 0, 200_000);
      await db.delete(projects).where(eq(projects.id, projectId));
      const refused = await patch(team, id, 200_000);
      expect([refused.status, await refused.text()]).toEqual([404, 'This project no longer exists.\n']);
      expect(await left('uploads')).toEqual([]);
      expect(await left('files')).toEqual([]);
      expect((await head(team, id)).status).toBe(404);
    });

    test.skipIf(kept === 'bucket')(
      'together never take more of the disk than there is: what each declares is kept for it until it ends',
      async () => {
        const { team, services, tryBegin, begin, patch, send } = await makeUploads(
          await open(),
          'project',
          kept,
        );
        const reserve = 1_000_000_000;
        const freeFor = (uploads: number) => async () => reserve + uploads * bytes.length;
        // Another process on the same folder and database.
        const other = { ...services };
        const stores = [await uploadStoreOf(services), await uploadStoreOf(other)];
        const setFree = (uploads: number) => {
          for (const store of stores) Object.assign(store, { freeBytes: freeFor(uploads) });
        };
        setFree(2);
        const both = [services, other, services, other];
        const begun = await Promise.all(both.map((process) => tryBegin(team, 'mix.bin', process)));
        expect(begun.filter(({ status }) => status === 201)).toHaveLength(2);
        expect(begun.filter(({ status }) => status === 507)).toHaveLength(2);
        const [first = '', second = ''] = begun.flatMap(({ headers }) => headers.get('location') ?? []);

        // Received bytes now use the disk, and complete or cancelled uploads reserve nothing.
        await patch(team, first.split('/').at(-1) ?? '', 0);
        setFree(2);
        const third = await begin(team);
        expect((await tryBegin(team)).status).toBe(507);
        await send(team, 'DELETE', second.split('/').at(-1) ?? '');
        await begin(team);
        expect((await tryBegin(team)).status).toBe(507);
        expect((await patch(team, third, 0, 10)).status).toBe(204);
      },
    );

    test('are refused with a message if the disk is full', async () => {
      const { team, services, send, projectId } = await makeUploads(await open(), 'project', kept);
      services.database = { ...services.database, hasRoom: async () => false };
      const metadata = `projectId ${encoded(projectId)},name ${encoded('a')}`;
      const headers = { 'upload-length': '1', 'upload-metadata': metadata };
      const refused = await send(team, 'POST', null, { headers });
      expect([refused.status, await refused.text()]).toEqual([
        507,
        "There isn't enough free disk space for this file. Nothing was stored.\n",
      ]);
    });

    test('keep received bytes when the disk fills up, and report that', async () => {
      const { team, services, begin, patch } = await makeUploads(await open(), 'project', kept);
      const id = await begin(team);
      expect((await patch(team, id, 0, 10)).status).toBe(204);
      const { database } = services;
      services.database = { ...database, hasRoom: async () => false };
      const refused = await patch(team, id, 10);
      expect(refused.status).toBe(507);
      expect(await refused.text()).toContain('What was uploaded so far is kept');
      services.database = database;
      expect((await patch(team, id, 10)).status).toBe(204);
    });

    test('are found by their id, whatever follows it in the URL', async () => {
      const { team, services, begin, patch, left } = await makeUploads(await open(), 'project', kept);
      const [one, other] = [await begin(team), await begin(team)];
      const request = new Request(`${address}/${one}?x=/${other}.json`, {
        method: 'DELETE',
        headers: { 'tus-resumable': '1.0.0' },
      });
      expect(
        (await handleUpload(request, { services, person: team, to: 'project', uploadId: one })).status,
      ).toBe(204);
      expect(new Set(await left('uploads'))).toEqual(new Set([other]));
      expect((await patch(team, other, 0)).status).toBe(204);
    });

    test('cannot be concatenated, and are refused with a message', async () => {
      const { team, send } = await makeUploads(await open(), 'project', kept);
      const refused = await send(team, 'POST', null, { headers: { 'upload-concat': 'partial' } });
      expect(refused.status).toBe(501);
      expect(await refused.text()).toContain('must be uploaded as a whole');
    });
  });
});
