import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Bucket } from '#src/platform/bucket/bucket.ts';
import { soundHeadBytes } from '#src/audio/sound-format.ts';
import { dayMs } from '#src/platform/durations.ts';
import { readableFileOf } from '#src/platform/readable-file.ts';
import { isStorageKey, newStorageKey, requireKey } from './stored-bytes.ts';
import type { FileStore, Source, StoredBytes } from './stored-bytes.ts';
import { fileTypeOf } from './file-type.ts';

/** The prefix of stored files in the bucket. */
const bucketFolder = 'files/';
const noteKey = 'files-note.json';
const brokenAfterMs = 7 * dayMs;

function nameOf(storageKey: string): string {
  requireKey(storageKey);
  return `${bucketFolder}${storageKey}`;
}

async function* piecesOf(source: Source): AsyncGenerator<Uint8Array> {
  if ('bytes' in source) yield source.bytes;
  else if ('pieces' in source) yield* source.pieces;
  else {
    const handle = await open(source.path, 'r');
    try {
      yield* (await readableFileOf(handle)).pieces();
    } finally {
      await handle.close();
    }
  }
}

/** Hash, size and type are those of the bytes as they are sent; the store checks each part's hash as it arrives. */
async function storeIn(bucket: Bucket, source: Source, name: string): Promise<StoredBytes> {
  const storageKey = newStorageKey();
  const hash = createHash('sha256');
  let [head, sizeBytes] = [Buffer.alloc(0), 0];
  const examined = async function* () {
    for await (const piece of piecesOf(source)) {
      hash.update(piece);
      sizeBytes += piece.length;
      if (head.length < soundHeadBytes) head = Buffer.concat([head, piece]).subarray(0, soundHeadBytes);
      yield piece;
    }
  };
  try {
    await bucket.put(nameOf(storageKey), examined());
  } catch (error) {
    // The object may have been stored although the response was lost.
    await bucket.remove(nameOf(storageKey)).catch(() => undefined);
    throw error;
  }
  if ('path' in source && !source.isKept) await rm(source.path);
  return { storageKey, sha256: hash.digest('hex'), sizeBytes, ...fileTypeOf(name, head) };
}

/** Files in a bucket of an object store, each under its key. */
export function createFileBucket(bucket: Bucket): FileStore {
  const sizeOf = (storageKey: string) => bucket.sizeOf(nameOf(storageKey));
  return {
    store: (source, name) => storeIn(bucket, source, name),
    put: async (storageKey, pieces) => bucket.put(nameOf(storageKey), pieces),
    async link(storageKey) {
      const size = await sizeOf(storageKey);
      if (size === null) return null;
      const key = newStorageKey();
      await bucket.copy(nameOf(storageKey), nameOf(key), size);
      return key;
    },
    async open(storageKey) {
      const sizeBytes = await sizeOf(storageKey);
      if (sizeBytes === null) {
        // A missing bucket also returns "not found", so check that it exists.
        await bucket.requireThere();
        return null;
      }
      const pieces = (first = 0, length = sizeBytes - first) =>
        bucket.read(nameOf(storageKey), first, length);
      return {
        sizeBytes,
        pieces,
        async read(at, length) {
          const found: Buffer<ArrayBuffer>[] = [];
          for await (const piece of pieces(at, Math.max(0, Math.min(length, sizeBytes - at))))
            found.push(piece);
          return Buffer.concat(found);
        },
        close: () => Promise.resolve(),
      };
    },
    sizeOf: async (storageKey) => sizeOf(storageKey),
    remove: async (storageKey) => bucket.remove(nameOf(storageKey)),
    pathOf: () => null,
    async isEmpty() {
      const first = await bucket.list(bucketFolder).next();
      return first.done === true;
    },
    async *list() {
      for await (const { key } of bucket.list(bucketFolder)) {
        const name = key.slice(bucketFolder.length);
        if (isStorageKey(name)) yield name;
      }
    },
    async readNote() {
      const size = await bucket.sizeOf(noteKey);
      if (size === null) return null;
      const pieces: Buffer[] = [];
      for await (const piece of bucket.read(noteKey, 0, size)) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    },
    writeNote: (text) => bucket.put(noteKey, [Buffer.from(text)]),
    endBroken: () => bucket.endBroken(bucketFolder, brokenAfterMs),
    prepare: () => bucket.requireThere(),
    requireThere: () => bucket.requireThere(),
  };
}
