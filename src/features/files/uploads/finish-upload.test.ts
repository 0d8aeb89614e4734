import { describe, expect, test } from 'vitest';
import { files } from '../store/file.table.ts';
import { storeKinds } from '../store/file-stores.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { finishAbandonedUploads } from './finish-upload.ts';
import { uploadStoreOf } from './upload-store.ts';
import { makeUploads } from './uploads.fixture.ts';

describe.each(storeKinds)('to a %s', (kept) => {
  describeOnOneDatabase('uploads to the desk', (open) => {
    test('that take long to check are reported as such, not cut off, and become files only after the check', async () => {
      const { db, team, services, begin, patch, head } = await makeUploads(await open(), 'project', kept);
      const store = await uploadStoreOf(services);
      Object.assign(store, { longestWaitMs: 0 });
      const id = await begin(team);
      let letOn = () => {};
      const held = new Promise<void>((resolve) => (letOn = resolve));
      const transaction = db.transaction.bind(db);
      services.db.transaction = (async (run: Parameters<typeof transaction>[0]) => {
        await held;
        return transaction(run);
      }) as typeof transaction;
      for (const answer of [await patch(team, id, 0), await head(team, id)])
        expect([answer.status, answer.headers.get('upload-offset')]).toEqual([423, null]);
      expect(await db.$count(files)).toBe(0);
      letOn();
      await store.finishing.get(id);
      expect((await head(team, id)).headers.get('upload-offset')).toBe('300000');
      expect(await db.select({ id: files.id }).from(files)).toEqual([{ id }]);
    });

    test('that were complete when the server stopped become files at the next start without a request', async () => {
      const { db, team, services, begin, patch, left } = await makeUploads(await open(), 'project', kept);
      const [whole, half] = [await begin(team), await begin(team)];
      await patch(team, half, 0, 200_000);
      const transaction = db.transaction.bind(db);
      services.db.transaction = () => Promise.reject(new Error('The database is away'));
      expect((await patch(team, whole, 0)).status).toBe(503);
      services.db.transaction = transaction;
      await finishAbandonedUploads({ ...services });
      expect(await db.select({ id: files.id, by: files.uploadedBy }).from(files)).toEqual([
        { id: whole, by: team.id },
      ]);
      expect(new Set(await left('uploads'))).toEqual(new Set([half]));
    });
  });
});
