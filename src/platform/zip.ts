import { crc32 } from 'node:zlib';

export type ZipEntry = {
  /** The path, with a slash behind each folder; it is written as it is. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Reads the bytes in pieces; it fails if they are not exactly `sizeBytes`. */
  readonly read: () => AsyncIterable<Uint8Array>;
};

/** A file of less than 4 GiB whose size is known once it has been read. */
export type StreamedEntry = Omit<ZipEntry, 'sizeBytes'> & { readonly sizeBytes: null };

// From here on a size, an offset or a number stands in a 64-bit field elsewhere (APPNOTE.TXT 6.3.10, 4.3.14 and 4.5.3).
const limit32 = 0xffff_ffff;
const limit16 = 0xffff;
const [version, version64] = [20, 45];
const madeOnUnix = 3 << 8;
/** The checksum follows the bytes; the name is UTF-8. */
const flags = 0x0808;
const plainFile = (0o100644 << 16) >>> 0;

type Value = readonly [bytes: 2 | 4 | 8, value: number];

const u16 = (value: number): Value => [2, value];
const u32 = (value: number): Value => [4, value];
const u64 = (value: number): Value => [8, value];

/** Writes numbers as bytes, the lowest byte first. */
function packed(...groups: readonly (readonly Value[])[]): Buffer {
  const values = groups.flat();
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

const isLarge = ({ sizeBytes }: ZipEntry | StreamedEntry) => sizeBytes !== null && sizeBytes >= limit32;

/** A moment as MS-DOS writes it: two seconds exact, from 1980 on. */
function dosTimeOf(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 0x1_0000 + time;
}

function localHeader(entry: ZipEntry | StreamedEntry): Buffer {
  const name = Buffer.from(entry.name);
  // Sizes follow the bytes, too; this field says that they have 64 bits there.
  const large = isLarge(entry) ? packed([u16(1), u16(16), u64(0), u64(0)]) : Buffer.alloc(0);
  const size = isLarge(entry) ? limit32 : 0;
  const head = packed(
    [u32(0x0403_4b50), u16(isLarge(entry) ? version64 : version), u16(flags), u16(0)],
    [u32(dosTimeOf(entry.modifiedAt)), u32(0), u32(size), u32(size)],
    [u16(name.length), u16(large.length)],
  );
  return Buffer.concat([head, name, large]);
}

function descriptorOf(entry: ZipEntry, crc: number): Buffer {
  const field = isLarge(entry) ? u64 : u32;
  return packed([u32(0x0807_4b50), u32(crc), field(entry.sizeBytes), field(entry.sizeBytes)]);
}

function centralRecord(entry: ZipEntry, offset: number, crc: number): Buffer {
  const name = Buffer.from(entry.name);
  const beyond = [
    ...(isLarge(entry) ? [u64(entry.sizeBytes), u64(entry.sizeBytes)] : []),
    ...(offset >= limit32 ? [u64(offset)] : []),
  ];
  const large = beyond.length > 0 ? packed([u16(1), u16(8 * beyond.length)], beyond) : Buffer.alloc(0);
  const needed = beyond.length > 0 ? version64 : version;
  const size = Math.min(entry.sizeBytes, limit32);
  const head = packed(
    [u32(0x0201_4b50), u16(madeOnUnix | needed), u16(needed), u16(flags), u16(0)],
    [u32(dosTimeOf(entry.modifiedAt)), u32(crc), u32(size), u32(size)],
    [u16(name.length), u16(large.length), u16(0), u16(0), u16(0), u32(plainFile)],
    [u32(Math.min(offset, limit32))],
  );
  return Buffer.concat([head, name, large]);
}

type Directory = { readonly count: number; readonly offset: number; readonly bytes: number };

function endOf({ count, offset, bytes }: Directory): Buffer {
  const parts = [
    packed(
      [u32(0x0605_4b50), u16(0), u16(0), u16(Math.min(count, limit16)), u16(Math.min(count, limit16))],
      [u32(Math.min(bytes, limit32)), u32(Math.min(offset, limit32)), u16(0)],
    ),
  ];
  if (count >= limit16 || bytes >= limit32 || offset >= limit32)
    parts.unshift(
      packed(
        [u32(0x0606_4b50), u64(44), u16(madeOnUnix | version64), u16(version64), u32(0), u32(0)],
        [u64(count), u64(count), u64(bytes), u64(offset)],
      ),
      packed([u32(0x0706_4b50), u32(0), u64(offset + bytes), u32(1)]),
    );
  return Buffer.concat(parts);
}

/** Returns the size in bytes of the archive of these files. */
export function zipSizeOf(entries: readonly ZipEntry[]): number {
  let offset = 0;
  let bytes = 0;
  for (const entry of entries) {
    bytes += centralRecord(entry, offset, 0).length;
    offset += localHeader(entry).length + entry.sizeBytes + descriptorOf(entry, 0).length;
  }
  return offset + bytes + endOf({ count: entries.length, offset, bytes }).length;
}

/**
 * Streams an uncompressed ZIP archive of these files, at its reader's pace. Fails if a file fails, does not have its
 * declared size or has none and is too large, so that a broken archive is never taken for a complete one.
 */
export async function* zipOf(entries: readonly (ZipEntry | StreamedEntry)[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    let crc = 0;
    let read = 0;
    for await (const piece of entry.read()) {
      crc = crc32(piece, crc);
      read += piece.length;
      yield piece;
    }
    if (entry.sizeBytes !== null && read !== entry.sizeBytes)
      throw new Error('A file has another size than was said');
    if (entry.sizeBytes === null && read >= limit32) throw new Error('A file is too large to be streamed');
    const known = { ...entry, sizeBytes: read };
    const descriptor = descriptorOf(known, crc);
    yield descriptor;
    directory.push(centralRecord(known, offset, crc));
    offset += header.length + read + descriptor.length;
  }
  const records = Buffer.concat(directory);
  yield records;
  yield endOf({ count: entries.length, offset, bytes: records.length });
}
