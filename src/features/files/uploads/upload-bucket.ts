import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Bucket, BucketObject } from '#src/platform/bucket/bucket.ts';
import { declaredLifeMs, uploadLifeMs, type UploadNotes, type UploadPlace } from './upload-place.ts';

/** The prefix of unfinished uploads in the bucket. */
const bucketFolder = 'uploads/';
/** The object with an upload's metadata; its other objects are parts, named by their offset. */
const notesName = 'notes';
/** Held in memory until it is stored. */
const pieceBytes = 4 * 1024 * 1024;
/** Number of objects removed concurrently. */
const atOnce = 16;

const idOf = ({ key }: BucketObject) => key.slice(bucketFolder.length).split('/', 1)[0] ?? '';
const beginningOf = ({ key }: BucketObject) => Number(/\/(\d{12})-[^/]*$/.exec(key)?.[1]);

type UploadPiece = { readonly key: string; readonly skip: number; readonly length: number };

/**
 * Returns the contiguous pieces from the first byte. Two requests may have stored the same bytes in different pieces,
 * for example after an interruption; overlaps are skipped.
 */
function chainOf(objects: readonly BucketObject[]): {
  readonly pieces: UploadPiece[];
  readonly offset: number;
} {
  const pieces: UploadPiece[] = [];
  let offset = 0;
  const sorted = objects
    .map((object) => ({ ...object, begin: beginningOf(object) }))
    .filter(({ begin }) => Number.isInteger(begin))
    .toSorted((a, b) => a.begin - b.begin || b.sizeBytes - a.sizeBytes);
  for (const { key, begin, sizeBytes } of sorted) {
    if (begin > offset || begin + sizeBytes <= offset) continue;
    const skip = offset - begin;
    pieces.push({ key, skip, length: sizeBytes - skip });
    offset = begin + sizeBytes;
  }
  return { pieces, offset };
}

async function gathered<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function removeAll(bucket: Bucket, objects: readonly BucketObject[]): Promise<void> {
  const isNotes = ({ key }: BucketObject) => key.endsWith(`/${notesName}`);
  const pieces = objects.filter((object) => !isNotes(object));
  for (let at = 0; at < pieces.length; at += atOnce)
    await Promise.all(pieces.slice(at, at + atOnce).map(({ key }) => bucket.remove(key)));
  // The metadata is deleted last, so that an interrupted removal is found again.
  for (const { key } of objects.filter(isNotes)) await bucket.remove(key);
}

function keepNotes(bucket: Bucket, { id, size, metadata, creation_date }: Upload): Promise<void> {
  const notes = JSON.stringify({ size, metadata, creation_date });
  return bucket.put(`${bucketFolder}${id}/${notesName}`, [Buffer.from(notes)]);
}

async function readNotes(bucket: Bucket, id: string): Promise<UploadNotes | null> {
  const key = `${bucketFolder}${id}/${notesName}`;
  const size = await bucket.sizeOf(key);
  if (size === null) return null;
  const text = Buffer.concat(await gathered(bucket.read(key, 0, size))).toString('utf8');
  return JSON.parse(text) as UploadNotes;
}

/** True if an upload has only its metadata and expects bytes. */
const isOnlyDeclared = async (bucket: Bucket, id: string, objects: readonly BucketObject[]) =>
  objects.length === 1 && ((await readNotes(bucket, id))?.size ?? 0) > 0;

/** Uploads as the tus server sees them: in parts that are stored before they are acknowledged. */
class BucketUploads extends DataStore {
  readonly bucket: Bucket;

  constructor(bucket: Bucket) {
    super();
    this.bucket = bucket;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await keepNotes(this.bucket, upload);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const notes = await readNotes(this.bucket, id);
    if (!notes) throw ERRORS.FILE_NOT_FOUND;
    const { offset } = chainOf(await gathered(this.bucket.list(`${bucketFolder}${id}/`)));
    return new Upload({ ...notes, id, offset });
  }

  /** Stores incoming bytes, even if the connection breaks; returns the new offset. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let [held, size, end]: [Uint8Array[], number, number] = [[], 0, offset];
    const keep = async () => {
      if (size === 0) return;
      const name = `${String(end).padStart(12, '0')}-${randomUUID().slice(0, 8)}`;
      await this.bucket.put(`${bucketFolder}${id}/${name}`, held);
      [held, size, end] = [[], 0, end + size];
    };
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        held.push(piece);
        size += piece.length;
        if (size >= pieceBytes) await keep();
      }
    } catch (error) {
      await keep();
      throw error;
    }
    await keep();
    return end;
  }

  override async remove(id: string): Promise<void> {
    const objects = await gathered(this.bucket.list(`${bucketFolder}${id}/`));
    if (objects.length === 0) throw ERRORS.FILE_NOT_FOUND;
    await removeAll(this.bucket, objects);
  }
}

/** Unfinished uploads in a bucket; any process can continue them. */
export function createUploadBucket(bucket: Bucket): UploadPlace {
  const byUpload = async () => Map.groupBy(await gathered(bucket.list(bucketFolder)), idOf);
  return {
    files: new BucketUploads(bucket),
    // Stored outside the transaction, since uploads in a bucket need no local space.
    note: async () => undefined,
    list: async () => [...(await byUpload()).keys()],
    sourceOf: (id) => ({
      pieces: (async function* () {
        const { pieces } = chainOf(await gathered(bucket.list(`${bucketFolder}${id}/`)));
        for (const { key, skip, length } of pieces) yield* bucket.read(key, skip, length);
      })(),
    }),
    // The bytes are not on a local disk.
    listAwaited: async () => [],
    freeBytes: async () => Infinity,
    async removeOf(projectIds) {
      if (projectIds.length === 0) return;
      for (const [id, objects] of await byUpload()) {
        const { projectId } = (await readNotes(bucket, id))?.metadata ?? {};
        if (projectId && projectIds.includes(projectId)) await removeAll(bucket, objects);
      }
    },
    async removeOld() {
      let removed = 0;
      for (const [id, objects] of await byUpload()) {
        const rested = (ms: number) => objects.every(({ ageMs }) => ageMs >= ms);
        const isOld = rested(uploadLifeMs);
        if (!isOld && !(rested(declaredLifeMs) && (await isOnlyDeclared(bucket, id, objects)))) continue;
        await removeAll(bucket, objects);
        removed += 1;
      }
      return removed;
    },
  };
}
