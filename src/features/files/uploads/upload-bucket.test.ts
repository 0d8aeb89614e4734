import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { files } from '../store/file.table.ts';
import { pendingClientUploads } from '../client-uploads/client-upload.table.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { openBucket } from '#src/platform/bucket/bucket.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createUploadBucket } from './upload-bucket.ts';
import { findUpload, uploadLifeMs } from './upload-place.ts';
import { bytes, makeUploads } from './uploads.fixture.ts';

const size = 10_000_000;

async function makePlace() {
  const { address } = await startObjectStore();
  const bucket = openBucket(address);
  const place = createUploadBucket(bucket);
  const begin = async (id: string, projectId = 'one') => {
    const metadata = { projectId, name: 'mix.wav' };
    await place.files.create(new Upload({ id, size, offset: 0, metadata }));
  };
  const offsetOf = async (id: string) => (await findUpload(place, id))?.offset;
  const readAll = async (id: string) => {
    const source = place.sourceOf(id);
    const pieces: Uint8Array[] = [];
    if ('pieces' in source) for await (const piece of source.pieces) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { bucket, place, begin, offsetOf, readAll };
}

const content = Buffer.from(Array.from({ length: size }, (_, index) => (index >> 8) ^ index));

/** Returns a stream of part of the content, which optionally fails at its end. */
const streamOf = (from: number, until: number, isCut = false) =>
  Readable.from(
    (function* () {
      for (let at = from; at < until; at += 65_536) yield content.subarray(at, Math.min(at + 65_536, until));
      if (isCut) throw new Error('The connection broke');
    })(),
  );

test('keeps the bytes of an interrupted upload and resumes it', async () => {
  const { place, begin, offsetOf, readAll } = await makePlace();
  await begin('a');
  await expect(place.files.write(streamOf(0, 5_000_000, true), 'a', 0)).rejects.toThrow('broke');
  expect(await offsetOf('a')).toBe(5_000_000);
  expect(await place.files.write(streamOf(5_000_000, size), 'a', 5_000_000)).toBe(size);
  expect((await readAll('a')).equals(content)).toBe(true);
});

test('keeps an upload intact if two requests store the same bytes concurrently', async () => {
  const { place, begin, offsetOf, readAll } = await makePlace();
  await begin('a');
  const ends = [
    place.files.write(streamOf(0, 3_000_000), 'a', 0),
    place.files.write(streamOf(0, 2_000_000), 'a', 0),
  ];
  await Promise.all(ends);
  expect(await offsetOf('a')).toBe(3_000_000);
  await place.files.write(streamOf(2_000_000, size), 'a', 2_000_000);
  expect(await offsetOf('a')).toBe(size);
  expect((await readAll('a')).equals(content)).toBe(true);
});

test('removes an upload a day after its last byte, or with its project', async () => {
  const { bucket, place, begin } = await makePlace();
  await begin('a', 'one');
  await begin('b', 'other');
  await place.files.write(streamOf(0, 1000), 'a', 0);
  await place.removeOf(['one']);
  expect(await place.list()).toEqual(['b']);
  expect(await findUpload(place, 'a')).toBeNull();
  // A wrong server clock has no effect.
  expect(await place.removeOld(new Date(Date.now() + 2 * uploadLifeMs))).toBe(0);
  const later = createUploadBucket({
    ...bucket,
    async *list(prefix) {
      for await (const object of bucket.list(prefix))
        yield { ...object, ageMs: object.ageMs + uploadLifeMs + 60_000 };
    },
  });
  expect(await later.removeOld(new Date())).toBe(1);
  expect((await bucket.list('').next()).done).toBe(true);
});

test('removes an upload without any bytes an hour after its creation', async () => {
  const { bucket, place, begin } = await makePlace();
  await begin('begun', 'one');
  await begin('unsent', 'one');
  await place.files.write(streamOf(0, 1000), 'begun', 0);
  expect(await place.removeOld(new Date())).toBe(0);
  const later = createUploadBucket({
    ...bucket,
    async *list(prefix) {
      for await (const object of bucket.list(prefix)) yield { ...object, ageMs: object.ageMs + 3600_000 };
    },
  });
  expect(await later.removeOld(new Date())).toBe(1);
  expect(await place.list()).toEqual(['begun']);
});

/** A server that accepts connections but never responds. */
async function startSilentServer() {
  const { promise: asked, resolve } = Promise.withResolvers<Socket>();
  const server = createServer(resolve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    server.close();
    (await asked).destroy();
  };
  onTestFinished(close);
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`, asked, close };
}

describeOnOneDatabase('uploads to an object store', (open) => {
  test('that does not respond blocks no other uploads: no database lock is held', async () => {
    const { db, team, objects, services, tryBegin } = await makeUploads(await open(), 'project', 'bucket');
    const silent = await startSilentServer();
    const bucket = objects && { ...objects.address, endpoint: silent.endpoint };
    const begun = tryBegin(team, 'mix.bin', { ...services, config: { ...services.config, bucket } });
    await silent.asked;
    const held = (await db.execute(sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and objsubid = 1`)) as { rows: unknown[] };
    expect(held.rows).toEqual([]);
    await silent.close();
    expect((await begun).status).toBe(503);
  });

  test('that is unavailable reserve no space in a project', async () => {
    const { db, client, objects, tryBegin } = await makeUploads(await open(), 'inbox', 'bucket');
    await objects?.stop();
    expect((await tryBegin(client)).status).toBe(503);
    expect(await db.$count(pendingClientUploads)).toBe(0);
    await objects?.start();
    expect((await tryBegin(client)).status).toBe(201);
    expect(await db.$count(pendingClientUploads)).toBe(1);
  });

  test('that is unavailable are refused, not lost, and resume later', async () => {
    const { db, team, begin, patch, head, objects } = await makeUploads(await open(), 'project', 'bucket');
    const id = await begin(team);
    expect((await patch(team, id, 0, 100_000)).status).toBe(204);
    await objects?.stop();
    for (const refused of [await patch(team, id, 100_000), await head(team, id)]) {
      expect(refused.status).toBe(503);
      expect(refused.headers.has('upload-offset')).toBe(false);
    }
    await objects?.start();
    expect((await head(team, id)).headers.get('upload-offset')).toBe('100000');
    expect((await patch(team, id, 100_000)).status).toBe(204);
    expect(await db.select({ size: files.sizeBytes }).from(files)).toEqual([{ size: bytes.length }]);
  });
});
