import type { BucketAddress } from '../bucket-address.ts';
import { askBucket as ask, BucketError, textOf, triesEach } from './bucket-request.ts';
import { storeAwayCode } from '../disk-room.ts';

/** Held in memory while it is sent; an object has at most 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
/** Larger objects are copied in parts: a store copies at most 5 GB per request. */
const copyBytes = 1_000_000_000;

export type BucketObject = {
  readonly key: string;
  readonly sizeBytes: number;
  /** Age by the store's clock; NaN if the store does not report it. */
  readonly ageMs: number;
};

/** A bucket of an object store. Its methods throw a `BucketError` on failure. */
export type Bucket = {
  readonly name: string;
  /** Returns the size of an object; null if there is none. */
  readonly sizeOf: (key: string) => Promise<number | null>;
  /** Streams part of an object. Resumes after a broken connection. */
  readonly read: (key: string, first: number, length: number) => AsyncGenerator<Buffer<ArrayBuffer>>;
  /** Stores an object from these pieces. If they or the store fail, no object is created. */
  readonly put: (key: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => Promise<void>;
  /** Copies an object within the store. */
  readonly copy: (from: string, to: string, sizeBytes: number) => Promise<void>;
  /** Does nothing if the object does not exist. */
  readonly remove: (key: string) => Promise<void>;
  /** Lists the objects whose keys have this prefix, by key. */
  readonly list: (prefix: string) => AsyncGenerator<BucketObject>;
  /**
   * Aborts multipart uploads of objects with this key prefix that are older than this by the store's clock. Returns how
   * many.
   */
  readonly endBroken: (prefix: string, olderMs: number) => Promise<number>;
  /** Throws if the bucket does not exist or the key has no access to it. */
  readonly requireThere: () => Promise<void>;
};

/** Groups pieces into parts of equal size, except for the last. */
async function* partsOf(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    while (size >= partBytes) {
      const all = Buffer.concat(held);
      yield all.subarray(0, partBytes);
      held = [all.subarray(partBytes)];
      size = all.length - partBytes;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

type Part = {
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer<ArrayBuffer>;
};

const valueIn = (text: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(text)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Uploads an object in parts. If one fails, no object is created. */
async function putParts(address: BucketAddress, key: string, parts: AsyncIterable<Part> | Iterable<Part>) {
  const begun = await textOf(address, await ask(address, 'POST', { key, query: { uploads: '' } }));
  const uploadId = valueIn(begun, 'UploadId') ?? '';
  const tags: string[] = [];
  try {
    for await (const part of parts) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await ask(address, 'PUT', { ...part, key, query });
      const text = await textOf(address, answer);
      tags.push(answer?.headers.get('etag') ?? valueIn(text, 'ETag') ?? '');
    }
    const named = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`);
    await textOf(address, await ask(address, 'POST', { key, query: { uploadId }, body }));
  } catch (error) {
    await ask(address, 'DELETE', { key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function put(address: BucketAddress, key: string, pieces: Parameters<Bucket['put']>[1]): Promise<void> {
  const parts = partsOf(pieces);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done) {
    const answer = await ask(address, 'PUT', { key, body: first.done ? Buffer.alloc(0) : first.value });
    await textOf(address, answer);
    return;
  }
  const all = async function* (): AsyncGenerator<Part> {
    for (const { value } of [first, second]) if (value) yield { body: value };
    for await (const body of parts) yield { body };
  };
  await putParts(address, key, all());
}

async function* read(address: BucketAddress, key: string, first: number, length: number) {
  const end = first + length;
  for (let at = first, tries = 1; at < end;) {
    const answer = await ask(address, 'GET', { key, headers: { range: `bytes=${at}-${end - 1}` } });
    if (!answer?.body || (at > 0 && answer.status !== 206))
      throw new Error('The object was removed meanwhile');
    try {
      for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
        at += piece.length;
        tries = 1;
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      }
    } catch (error) {
      if (tries === triesEach) throw new BucketError('The object store broke off', storeAwayCode, error);
    }
    tries += 1;
    if (at < end && tries > triesEach) throw new Error('The object is shorter than it was');
  }
}

/** The store's clock, which its timestamps refer to; ours may differ. */
const timeOf = (answer: Response | null) => Date.parse(answer?.headers.get('date') ?? '');

/** Uses version 1 of the list request, paged by key, which every store supports. */
async function* list(address: BucketAddress, prefix: string): AsyncGenerator<BucketObject> {
  for (let marker = '', isMore = true; isMore;) {
    const answer = await ask(address, 'GET', { query: { prefix, marker } });
    const now = timeOf(answer);
    const text = await textOf(address, answer);
    isMore = valueIn(text, 'IsTruncated') === 'true';
    for (const [object] of text.matchAll(/<Contents>.*?<\/Contents>/gs)) {
      marker = valueIn(object, 'Key') ?? '';
      const ageMs = now - Date.parse(valueIn(object, 'LastModified') ?? '');
      yield { key: marker, sizeBytes: Number(valueIn(object, 'Size')), ageMs };
    }
  }
}

async function endBroken(address: BucketAddress, prefix: string, olderMs: number): Promise<number> {
  let ended = 0;
  for (let marker: Record<string, string> = {}, isMore = true; isMore;) {
    const answer = await ask(address, 'GET', { query: { uploads: '', prefix, ...marker } });
    const now = timeOf(answer);
    const text = await textOf(address, answer);
    for (const [upload] of text.matchAll(/<Upload>.*?<\/Upload>/gs)) {
      const begun = Date.parse(valueIn(upload, 'Initiated') ?? '');
      if (!(now - begun > olderMs)) continue;
      const [key = '', uploadId = ''] = [valueIn(upload, 'Key'), valueIn(upload, 'UploadId')];
      // Skips uploads of other programs in the same bucket, which not every store filters out. Without an upload id,
      // the request would delete the object itself.
      if (!key.startsWith(prefix) || uploadId === '') continue;
      await (await ask(address, 'DELETE', { key, query: { uploadId } }))?.body?.cancel();
      ended += 1;
    }
    const next = {
      keys: valueIn(text, 'NextKeyMarker') ?? '',
      ids: valueIn(text, 'NextUploadIdMarker') ?? '',
    };
    isMore = valueIn(text, 'IsTruncated') === 'true' && next.keys !== '';
    marker = { 'key-marker': next.keys, 'upload-id-marker': next.ids };
  }
  return ended;
}

async function copy(address: BucketAddress, from: string, to: string, sizeBytes: number, atOnce: number) {
  const source = { 'x-amz-copy-source': `/${address.bucket}/${from}` };
  if (sizeBytes <= atOnce) {
    await textOf(address, await ask(address, 'PUT', { key: to, headers: source }));
    return;
  }
  const parts = Array.from({ length: Math.ceil(sizeBytes / atOnce) }, (_, index): Part => {
    const last = Math.min(sizeBytes, (index + 1) * atOnce) - 1;
    return { headers: { ...source, 'x-amz-copy-source-range': `bytes=${index * atOnce}-${last}` } };
  });
  await putParts(address, to, parts);
}

/** Creates a bucket client; every request is signed. `atOnce`: the number of bytes the store copies per request. */
export function openBucket(address: BucketAddress, { atOnce = copyBytes } = {}): Bucket {
  return {
    name: address.endpoint,
    async sizeOf(key) {
      const answer = await ask(address, 'HEAD', { key });
      return answer && Number(answer.headers.get('content-length'));
    },
    read: (key, first, length) => read(address, key, first, length),
    put: (key, pieces) => put(address, key, pieces),
    copy: (from, to, sizeBytes) => copy(address, from, to, sizeBytes, atOnce),
    async remove(key) {
      await (await ask(address, 'DELETE', { key }))?.body?.cancel();
    },
    list: (prefix) => list(address, prefix),
    endBroken: (prefix, olderMs) => endBroken(address, prefix, olderMs),
    requireThere: async () => void (await ask(address, 'HEAD')),
  };
}
