/** The properties in a FLAC file's head (RFC 9639, 8.2). */
export type FlacStream = {
  readonly rateHz: number;
  readonly frames: number;
  /** Samples of every block but the last; null where blocks differ. */
  readonly blockSamples: number | null;
  /** The bytes to put before any run of this file's blocks to make a FLAC file of them. */
  readonly header: Uint8Array;
};

/** One block of samples (a "frame" of FLAC). */
export type FlacBlock = {
  /** Its first byte, within the bytes that were searched. */
  readonly at: number;
  readonly firstSample: number;
  readonly samples: number;
};

const headerBytes = 42;

/** Reads the start of a FLAC file; null where it is none. */
export function flacStreamOf(head: Uint8Array): FlacStream | null {
  if (head.length < headerBytes || String.fromCharCode(...head.subarray(0, 4)) !== 'fLaC') return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [smallest, largest] = [view.getUint16(8), view.getUint16(10)];
  const header = head.slice(0, headerBytes);
  // It is the last metadata block, and knows neither the count of the samples that follow nor their hash.
  header[4] = 0x80;
  header[21] = (header[21] as number) & 0xf0;
  header.fill(0, 22);
  return {
    rateHz: view.getUint32(18) >>> 12,
    frames: (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22),
    blockSamples: smallest === largest ? smallest : null,
    header,
  };
}

/** Cyclic redundancy check of a block's header: x⁸ + x² + x + 1. */
export function headerCheckOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80 ? 7 : 0)) & 0xff;
  }
  return crc;
}

/** A number coded like a letter of UTF-8, with up to 36 bits, and how many bytes it takes; null where it is none. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; length: number } | null {
  const first = bytes[at] ?? 0xff;
  const ones = Math.clz32(~(first << 24));
  if (ones === 0) return { value: first, length: 1 };
  if (ones === 1 || ones > 7) return null;
  let value = first & (0x7f >> ones);
  for (let index = 1; index < ones; index += 1) {
    const byte = bytes[at + index] ?? 0;
    if (byte >> 6 !== 2) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, length: ones };
}

/** The block that begins at a byte (RFC 9639, 9.1); null where none does. */
function blockAt(bytes: Uint8Array, at: number, { blockSamples }: FlacStream): FlacBlock | null {
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
  const isFixed = second === 0xf8;
  const [sizeCode, rateCode] = [third >> 4, third & 15];
  if (!isFixed && second !== 0xf9) return null;
  if (sizeCode === 0 || rateCode === 15 || fourth >> 4 > 10 || (fourth & 1) === 1) return null;
  const number = codedNumber(bytes, at + 4);
  if (!number) return null;
  let end = at + 4 + number.length;
  let samples = sizeCode === 1 ? 192 : sizeCode < 6 ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8);
  if (sizeCode === 6) samples = (bytes[end] ?? 0) + 1;
  if (sizeCode === 7) samples = (bytes[end] ?? 0) * 256 + (bytes[end + 1] ?? 0) + 1;
  end += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  end += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  if (end >= bytes.length || headerCheckOf(bytes.subarray(at, end)) !== bytes[end]) return null;
  return { at, samples, firstSample: isFixed ? number.value * (blockSamples ?? samples) : number.value };
}

/**
 * Finds the blocks in some bytes of a FLAC file: from the first that is followed by its successor, or by nothing, up to the last
 * that begins there.
 */
export function flacBlocksIn(bytes: Uint8Array, stream: FlacStream): FlacBlock[] {
  const found: FlacBlock[] = [];
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const block = blockAt(bytes, at, stream);
    if (block) found.push(block);
  }
  const follows = (a: FlacBlock, b: FlacBlock) => b.firstSample === a.firstSample + a.samples;
  const isLast = ({ firstSample, samples }: FlacBlock) => firstSample + samples === stream.frames;
  const start = found.findIndex((block) => isLast(block) || found.some((other) => follows(block, other)));
  const blocks: FlacBlock[] = [];
  for (const block of start < 0 ? [] : found.slice(start)) {
    const before = blocks.at(-1);
    // Bytes that look like a block by chance do not follow the block before.
    if (!before || follows(before, block)) blocks.push(block);
  }
  return blocks;
}
