import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashFile } from './hash-file.client.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const calm = { signal: new AbortController().signal, onProgress: () => undefined };

test('computes the SHA-256 of files of any size', async () => {
  const megabyte = 1024 * 1024;
  for (const size of [0, 1, 63, 64, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte + 7]) {
    const bytes = randomBytes(size);
    expect(await hashFile(new Blob([bytes]), calm), `${size} bytes`).toBe(sha256Of(bytes));
  }
});

test('reads one slice at a time and reports the share that has been read', async () => {
  const bytes = randomBytes(2.5 * 1024 * 1024);
  const file = new Blob([bytes]);
  const sizes: number[] = [];
  const sliced = {
    size: file.size,
    slice(from: number, to: number) {
      const slice = file.slice(from, to);
      sizes.push(slice.size);
      return slice;
    },
  } as Blob;
  const shares: number[] = [];
  expect(await hashFile(sliced, { ...calm, onProgress: (share) => shares.push(share) })).toBe(
    sha256Of(bytes),
  );
  expect(sizes).toEqual([1024 * 1024, 1024 * 1024, 512 * 1024]);
  expect(shares).toEqual([0.4, 0.8, 1]);
});

test('stops when it is cancelled, and rejects if the file cannot be read', async () => {
  const reading = new AbortController();
  let reads = 0;
  const endless = {
    size: 2 ** 40,
    slice: () => {
      reads += 1;
      if (reads === 3) reading.abort();
      return new Blob([new Uint8Array(8)]);
    },
  } as unknown as Blob;
  await expect(hashFile(endless, { ...calm, signal: reading.signal })).rejects.toThrow();
  expect(reads).toBe(3);
  const gone = { size: 8, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) };
  await expect(hashFile(gone as unknown as Blob, calm)).rejects.toThrow('gone');
});
