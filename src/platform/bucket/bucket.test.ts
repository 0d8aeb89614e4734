import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bucketAddressOf, type BucketAddress } from '../bucket-address.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { startObjectStore } from './bucket.fixture.ts';
import { isDiskFull, isStoreAway } from '../disk-room.ts';

const open = async () => openBucket((await startObjectStore()).address);

async function readAll(bucket: Bucket, key: string, first = 0, length?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const end = length ?? ((await bucket.sizeOf(key)) ?? 0) - first;
  for await (const piece of bucket.read(key, first, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function keysIn(bucket: Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys;
}

const thrownBy = (work: Promise<unknown>): Promise<Error | null> =>
  work.then(
    () => null,
    (error: unknown) => error as Error,
  );

/** Starts a store with this response, and returns its address. */
async function answering(listener: RequestListener): Promise<BucketAddress> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  );
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/studio`,
    bucket: 'studio',
    region: 'x',
    accessKey: 'k',
    secretKey: 's',
  };
}

test.each([0, 17, 8 * 1024 * 1024, 20 * 1024 * 1024 + 1])(
  '%i bytes are kept and given back',
  async (size) => {
    const bucket = await open();
    const bytes = randomBytes(size);
    await bucket.put('files/a', [bytes.subarray(0, size / 2), bytes.subarray(size / 2)]);
    expect(await bucket.sizeOf('files/a')).toBe(size);
    expect((await readAll(bucket, 'files/a')).equals(bytes)).toBe(true);
    if (size > 20) expect((await readAll(bucket, 'files/a', 5, 10)).equals(bytes.subarray(5, 15))).toBe(true);
  },
);

test('a missing object is not found, and removing it succeeds', async () => {
  const bucket = await open();
  await bucket.put('files/a', [Buffer.from('a')]);
  await bucket.remove('files/a');
  await bucket.remove('files/a');
  expect(await bucket.sizeOf('files/a')).toBeNull();
});

test('lists objects by key prefix, beyond one response', async () => {
  const bucket = await open();
  const keys = Array.from({ length: 1003 }, (_, index) => `many/${String(index).padStart(5, '0')}`);
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => bucket.put(key, [Buffer.from('x')])));
  await bucket.put('other/a', [Buffer.from('x')]);
  expect(await keysIn(bucket, 'many/')).toEqual(keys);
  expect(await keysIn(bucket, 'none/')).toEqual([]);
});

test('copies an object within the store, and a large one in parts', async () => {
  const { address } = await startObjectStore();
  const bytes = randomBytes(11 * 1024 * 1024);
  for (const atOnce of [bytes.length, 5 * 1024 * 1024]) {
    const bucket = openBucket(address, { atOnce });
    await bucket.put('files/a', [bytes]);
    await bucket.copy('files/a', 'files/b', bytes.length);
    expect((await readAll(bucket, 'files/b')).equals(bytes)).toBe(true);
    await bucket.remove('files/b');
  }
});

test('creates no object if its bytes break off', async () => {
  const bucket = await open();
  const breaking = async function* () {
    yield Buffer.alloc(20 * 1024 * 1024);
    throw new Error('cut off');
  };
  await expect(bucket.put('files/a', breaking())).rejects.toThrow('cut off');
  expect(await keysIn(bucket, '')).toEqual([]);
});

test('resumes an interrupted download at the same position', async () => {
  const bytes = randomBytes(100_000);
  let asked = 0;
  const address = await answering((request, response) => {
    asked += 1;
    const [, from = '0'] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from));
    response.writeHead(206, { 'content-length': part.length });
    if (asked === 3) response.end(part);
    else response.write(part.subarray(0, 30_000), () => setImmediate(() => response.destroy()));
  });
  expect((await readAll(openBucket(address), 'a', 0, bytes.length)).equals(bytes)).toBe(true);
  expect(asked).toBe(3);
});

test('each request carries a hash of its body, which the store verifies', async () => {
  const seen: (string | undefined)[] = [];
  const address = await answering((request, response) => {
    seen.push(String(request.headers['x-amz-content-sha256']));
    request.resume().on('end', () => response.writeHead(400).end('<Code>XAmzContentSHA256Mismatch</Code>'));
  });
  await expect(openBucket(address).put('a', [Buffer.from('sound')])).rejects.toThrow(
    'XAmzContentSHA256Mismatch',
  );
  expect(seen).toEqual([createHash('sha256').update('sound').digest('hex')]);
});

test('reports an unreachable store, a refused key and a missing bucket without the secret', async () => {
  const store = await startObjectStore();
  const secretKey = 'the-secret-of-somebody';
  const faults = [
    await thrownBy(openBucket({ ...store.address, secretKey }).requireThere()),
    await thrownBy(
      openBucket({
        ...store.address,
        endpoint: store.address.endpoint.replace('studio', 'other'),
      }).requireThere(),
    ),
  ];
  await store.stop();
  faults.push(await thrownBy(openBucket({ ...store.address, secretKey }).sizeOf('a')));
  expect(faults.map((fault) => fault?.message)).toEqual([
    expect.stringContaining('refuses the key or the secret (403'),
    expect.stringContaining('There is no bucket at'),
    expect.stringContaining('Nobody answers at'),
  ]);
  expect(faults.every(isStoreAway)).toBe(true);
  expect(JSON.stringify(faults.map(String))).not.toContain(secretKey);
});

test('retries a request that a busy store refuses, and treats a full store as a full disk', async () => {
  let asked = 0;
  const busy = await answering((_request, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200).end();
  });
  await openBucket(busy).requireThere();
  expect(asked).toBe(3);
  const full = await answering(
    (request, response) => void request.resume().on('end', () => response.writeHead(507).end()),
  );
  expect(isDiskFull(await thrownBy(openBucket(full).put('a', [Buffer.from('x')])))).toBe(true);
});

test.each([
  [
    's3://key:se%2Fcret@store.example/studio',
    { endpoint: 'https://store.example/studio', secretKey: 'se/cret', region: 'us-east-1' },
  ],
  [
    's3://key:secret@store.example:9000/studio?region=eu-1&tls=off',
    { endpoint: 'http://store.example:9000/studio', region: 'eu-1' },
  ],
  [
    's3://key:secret@store.example/studio?style=host',
    { endpoint: 'https://studio.store.example', bucket: 'studio' },
  ],
])('an address of a bucket is read: %s', (text, expected) => {
  expect(bucketAddressOf(text)).toMatchObject({ address: expected });
});

test.each([
  'studio',
  'https://key:secret@host/studio',
  's3://host/studio',
  's3://key@host/studio',
  's3://key:secret@host',
  's3://key:secret@host/',
  's3://key:secret@host/studio/more',
  's3://key:sec/ret@host/studio',
  's3://key:%ff@host/studio',
  's3://key:secret@host/studio?regoin=eu',
  's3://key:secret@host/studio?tls=no',
  's3://key:secret@host/studio?region=%0d',
])('an address of a bucket that cannot be right is refused, without showing it: %s', (text) => {
  const read = bucketAddressOf(text);
  expect(read).toEqual({ problem: expect.not.stringMatching(/regoin=eu|sec\/ret/) });
});

test("aborts multipart uploads older than a week by the store's clock, and only its own", async () => {
  const asked: string[] = [];
  const upload = (id: string, begun: string, folder = 'files') =>
    `<Upload><Key>${folder}/${id}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`;
  const pages = [
    `<IsTruncated>true</IsTruncated><NextKeyMarker>files/a</NextKeyMarker><NextUploadIdMarker>a</NextUploadIdMarker>${upload('a', '2020-01-01T00:00:00Z')}`,
    `<IsTruncated>false</IsTruncated>${upload('b', '2020-01-20T00:00:00Z')}${upload('c', 'nonsense')}${upload('d', '2020-01-01T00:00:00Z', 'others')}${upload('', '2020-01-01T00:00:00Z')}`,
  ];
  const address = await answering((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('date', 'Tue, 21 Jan 2020 00:00:00 GMT');
    response.end(request.method === 'GET' ? pages.shift() : '');
  });
  expect(await openBucket(address).endBroken('files/', 7 * 24 * 3600_000)).toBe(1);
  expect(asked).toEqual([
    'GET /studio?uploads=&prefix=files%2F',
    'DELETE /studio/files/a?uploadId=a',
    'GET /studio?uploads=&prefix=files%2F&key-marker=files%2Fa&upload-id-marker=a',
  ]);
});

test("computes an object's age by the store's clock", async () => {
  const object = (key: string, made: string) =>
    `<Contents><Key>${key}</Key><LastModified>${made}</LastModified><Size>1</Size></Contents>`;
  const address = await answering((_request, response) => {
    response.setHeader('date', 'Tue, 21 Jan 2020 00:00:00 GMT');
    response.end(object('a', '2020-01-20T00:00:00.000Z') + object('b', 'nonsense'));
  });
  const ages: number[] = [];
  for await (const { ageMs } of openBucket(address).list('')) ages.push(ageMs);
  expect(ages).toEqual([24 * 3600_000, Number.NaN]);
});
