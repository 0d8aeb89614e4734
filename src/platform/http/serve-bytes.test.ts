import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readableFileOf } from '../readable-file.ts';
import { makeTestFolder } from '../test-folder.fixture.ts';
import { byteRangeOf, serveBytes } from './serve-bytes.ts';

const content = Buffer.from(Array.from({ length: 600_000 }, (_, index) => index % 251));
const etag = '"abc"';

async function serve(headers: Record<string, string> = {}, { method = 'GET', bytes = content } = {}) {
  const folder = makeTestFolder();
  await writeFile(join(folder, 'file'), bytes);
  const handle = await open(join(folder, 'file'));
  const request = new Request('https://studio.example/x', { method, headers });
  const served = { file: await readableFileOf(handle), etag, headers: { 'x-own': 'yes' } };
  let asked = 0;
  const drained = async () => void (asked += 1);
  const response = await serveBytes(request, served, drained);
  return { response, isClosed: () => handle.fd === -1, asked: () => asked };
}

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('reads the whole file in pieces as the connection accepts them', async () => {
  const { response, isClosed, asked } = await serve();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'accept-ranges': 'bytes',
    'content-length': '600000',
    etag,
    'x-own': 'yes',
  });
  expect(asked()).toBe(0);
  expect((await bodyOf(response)).equals(content)).toBe(true);
  // Three pieces, and the end.
  expect(asked()).toBe(4);
  expect(isClosed()).toBe(true);
});

test.each([
  ['bytes=0-', 0, 599_999],
  ['bytes=262144-262144', 262_144, 262_144],
  ['bytes=-5', 599_995, 599_999],
  ['bytes=599000-700000', 599_000, 599_999],
])('%s is answered with that part', async (range, first, last) => {
  const { response, isClosed } = await serve({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/600000`);
  expect(response.headers.get('content-length')).toBe(String(last - first + 1));
  expect((await bodyOf(response)).equals(content.subarray(first, last + 1))).toBe(true);
  expect(isClosed()).toBe(true);
});

test('refuses a part beyond the end and reports the size', async () => {
  const { response, isClosed } = await serve({ range: 'bytes=600000-' });
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */600000']);
  expect(isClosed()).toBe(true);
});

test('a part is sent only while If-Range names the same file', async () => {
  const same = await serve({ range: 'bytes=0-9', 'if-range': etag });
  expect(same.response.status).toBe(206);
  await same.response.body?.cancel();
  const other = await serve({ range: 'bytes=0-9', 'if-range': '"old"' });
  expect(other.response.status).toBe(200);
  await other.response.body?.cancel();
});

test.each([
  [{ 'if-none-match': etag }, 304],
  [{ 'if-none-match': `"x", W/${etag}` }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': etag, range: 'bytes=900000-' }, 304],
  [{ 'if-match': '"old"' }, 412],
])('%j is answered %i without a byte', async (headers, status) => {
  const { response, isClosed } = await serve(headers);
  expect([response.status, response.body]).toEqual([status, null]);
  expect(isClosed()).toBe(true);
});

test('HEAD has the headers of the whole file and no body', async () => {
  const { response, isClosed } = await serve({ range: 'bytes=0-9' }, { method: 'HEAD' });
  expect([response.status, response.body]).toEqual([200, null]);
  expect(response.headers.get('content-length')).toBe('600000');
  expect(isClosed()).toBe(true);
});

test('an empty file is answered with no bytes', async () => {
  const { response, isClosed } = await serve({}, { bytes: Buffer.alloc(0) });
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '0']);
  expect(isClosed()).toBe(true);
});

test('closes the file if the client disconnects halfway', async () => {
  const { response, isClosed } = await serve();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(isClosed()).toBe(true);
});

describe('a Range header', () => {
  test.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['Bytes=99-', { first: 99, last: 99 }],
  ])('%s names a part of 100 bytes', (header, range) => {
    expect(byteRangeOf(header, 100)).toEqual(range);
  });

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s names a part beyond 100 bytes',
    (header) => {
      expect(byteRangeOf(header, 100)).toBe('beyond');
    },
  );

  test.each([
    null,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'items=0-1',
    'bytes=1.5-2',
  ])('%j asks for the whole file', (header) => {
    expect(byteRangeOf(header, 100)).toBe('whole');
  });

  test('matches no part of an empty file', () => {
    expect(byteRangeOf('bytes=0-', 0)).toBe('beyond');
    expect(byteRangeOf('bytes=-1', 0)).toBe('beyond');
  });
});
