import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf, zipSizeOf, type ZipEntry } from './zip.ts';

const modifiedAt = new Date('2026-11-20T09:30:14Z');

const entryOf = (name: string, ...pieces: readonly string[]): ZipEntry => ({
  name,
  sizeBytes: Buffer.byteLength(pieces.join('')),
  modifiedAt,
  async *read() {
    for (const piece of pieces) yield Buffer.from(piece);
  },
});

async function bytesOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('another program reads every file as it was, under its name, and the size was known before', async () => {
  const entries = [
    entryOf('Stems/Bass.wav', 'low ', 'and long'),
    entryOf('Stems/Bass (2).wav', 'another'),
    entryOf('שיר 🎚️.txt', 'words'),
    entryOf('empty.txt'),
  ];
  const archive = await bytesOf(entries);
  expect(archive.length).toBe(zipSizeOf(entries));
  const found = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, String(Buffer.from(bytes))]);
  expect(found).toEqual([
    ['Stems/Bass.wav', 'low and long'],
    ['Stems/Bass (2).wav', 'another'],
    ['שיר 🎚️.txt', 'words'],
    ['empty.txt', ''],
  ]);
});

test('files whose size is not known before are streamed', async () => {
  const { sizeBytes: _size, ...entry } = entryOf('rows.csv', 'a,b', '\r\n1,2');
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf([{ ...entry, sizeBytes: null }, entryOf('empty.txt')])) pieces.push(piece);
  const found = unzipSync(Buffer.concat(pieces));
  expect(String(Buffer.from(found['rows.csv'] ?? []))).toBe('a,b\r\n1,2');
});

test('no files make an archive without files', async () => {
  expect(unzipSync(await bytesOf([]))).toEqual({});
});

test.each([
  ['shorter', 3],
  ['longer', 30],
])('a file that is %s than was said ends it', async (_name, sizeBytes) => {
  const entries = [{ ...entryOf('a', 'twelve bytes'), sizeBytes }, entryOf('b', 'more')];
  await expect(bytesOf(entries)).rejects.toThrow('another size');
});

test('a cancelled archive closes its current file and opens no other', async () => {
  const seen: string[] = [];
  const entry = (name: string): ZipEntry => ({
    ...entryOf(name, 'aa'),
    async *read() {
      seen.push(`${name} opened`);
      try {
        yield Buffer.from('a');
        yield Buffer.from('a');
      } finally {
        seen.push(`${name} closed`);
      }
    },
  });
  const pieces = zipOf([entry('one'), entry('two')]);
  await pieces.next();
  await pieces.next();
  await pieces.return(undefined);
  expect(seen).toEqual(['one opened', 'one closed']);
});

test('sizes and offsets beyond 4 GB have 64 bits', () => {
  const large = (name: string, sizeBytes: number): ZipEntry => ({ ...entryOf(name), sizeBytes });
  const [small, huge] = [large('a', 0xffff_fffe), large('b', 0xffff_ffff)];
  // Local header, checksum with sizes, record; the archive's end is 22 bytes, and 76 more where it needs 64 bits.
  const plain = 30 + 1 + 16 + 46 + 1;
  expect(zipSizeOf([small])).toBe(small.sizeBytes + plain + 22 + 76);
  expect(zipSizeOf([huge])).toBe(huge.sizeBytes + plain + 20 + 8 + 20 + 22 + 76);
  // The second begins beyond: 12 bytes more in its record.
  expect(zipSizeOf([small, large('c', 1)])).toBe(small.sizeBytes + 1 + 2 * plain + 12 + 22 + 76);
  expect(zipSizeOf([large('d', 1000)])).toBe(1000 + plain + 22);
});
