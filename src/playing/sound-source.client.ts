import { waveLayoutOf, waveOf, type WaveLayout } from './wave-layout.ts';

const partBytes = 512 * 1024;
const mostParts = 48;

type ByteRanges = {
  readonly sizeBytes: number;
  /** Reads bytes from `from` up to, not including, `to`. */
  readonly read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;
};

async function fetchPart(url: string, index: number) {
  const first = index * partBytes;
  const answer = await fetch(url, { headers: { range: `bytes=${first}-${first + partBytes - 1}` } });
  if (answer.status !== 206)
    throw new Error(`Loading part of a recording failed with status ${answer.status}`);
  const sizeBytes = Number(answer.headers.get('content-range')?.split('/')[1]);
  return { sizeBytes, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Reads a file of this site in parts. Caches the newest 24 MB in memory; nothing is stored or fetched twice. */
async function openByteRanges(url: string): Promise<ByteRanges> {
  const parts = new Map<number, ReturnType<typeof fetchPart>>();
  function partAt(index: number) {
    const part = parts.get(index) ?? fetchPart(url, index);
    parts.delete(index);
    parts.set(index, part);
    part.catch(() => parts.delete(index));
    const oldest = parts.keys().next().value;
    if (parts.size > mostParts && oldest !== undefined) parts.delete(oldest);
    return part;
  }
  const { sizeBytes } = await partAt(0);
  return {
    sizeBytes,
    async read(from, to) {
      const end = Math.min(to, sizeBytes);
      const bytes = new Uint8Array(Math.max(0, end - from));
      const first = Math.floor(from / partBytes);
      const count = Math.max(0, Math.ceil(end / partBytes) - first);
      const read = await Promise.all(Array.from({ length: count }, (_, index) => partAt(first + index)));
      for (const [index, part] of read.entries()) {
        const start = (first + index) * partBytes;
        const wanted = part.bytes.subarray(Math.max(0, from - start), Math.max(0, end - start));
        bytes.set(wanted, Math.max(0, start - from));
      }
      return bytes;
    },
  };
}

/** The stream properties of a FLAC file (RFC 9639, 8.2). */
export type FlacStream = {
  readonly rateHz: number;
  readonly frames: number;
  /** Samples of every block but the last; null if they differ. */
  readonly blockSamples: number | null;
  /** The bytes that make a FLAC file of any run of this file's blocks. */
  readonly header: Uint8Array;
};

/** A block of samples (a "frame" of FLAC). */
type FlacBlock = {
  /** Its first byte, within the searched bytes. */
  readonly at: number;
  readonly firstSample: number;
  readonly samples: number;
};

const headerBytes = 42;

/** Reads the start of a FLAC file; null if it is not one. */
export function flacStreamOf(head: Uint8Array): FlacStream | null {
  if (head.length < headerBytes || String.fromCharCode(...head.subarray(0, 4)) !== 'fLaC') return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [smallest, largest] = [view.getUint16(8), view.getUint16(10)];
  const header = head.slice(0, headerBytes);
  // The last metadata block, without the number of samples and their hash.
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

/** Returns the cyclic redundancy check of a block's header: x⁸ + x² + x + 1. */
export function headerCheckOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80 ? 7 : 0)) & 0xff;
  }
  return crc;
}

/**
 * Decodes a number of up to 36 bits that is coded like a UTF-8 character, with its length in bytes; null if invalid.
 */
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

/** Reads the block that starts at a byte (RFC 9639, 9.1); null if there is none. */
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
 * Finds the blocks in some bytes of a FLAC file: from the first that is followed by its successor, or by nothing, to
 * the last that starts there.
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
    // Bytes that look like a block by chance do not follow the previous block.
    if (!before || follows(before, block)) blocks.push(block);
  }
  return blocks;
}

/** A part of a recording, as a file that a browser can decode. */
export type SoundChunk = {
  readonly file: ArrayBuffer;
  /** The first sample in the file. */
  readonly at: number;
  /** The samples that may be played: a decoder that resamples needs some more on both sides. */
  readonly from: number;
  readonly to: number;
};

export type SoundSource = {
  readonly rateHz: number;
  readonly frames: number;
  /** Returns the chunk in which a sample may be played. Throws if it cannot be fetched. */
  readonly chunkWith: (sample: number) => Promise<SoundChunk>;
};

const headBytes = 64 * 1024;
const chunkSamples = 196_608;
const aroundSamples = 4096;
const flacChunkBytes = 640 * 1024;
/** How many samples of a FLAC file to read at once: some seconds, a few megabytes when decoded. */
const mostFlacSamples = 524_288;
/** Starts reading this far before the estimated position of a sample. */
const leadBytes = 32 * 1024;
const mostTries = 48;

const endOf = (block: FlacBlock | undefined) => (block ? block.firstSample + block.samples : 0);

function waveSource(ranges: ByteRanges, layout: WaveLayout): SoundSource {
  const { rateHz, frames, frameBytes, dataAt } = layout;
  const place = (sample: number) => dataAt + sample * frameBytes;
  return {
    rateHz,
    frames,
    async chunkWith(sample) {
      const from = sample - (sample % chunkSamples);
      const to = Math.min(frames, from + chunkSamples);
      const [at, end] = [Math.max(0, from - aroundSamples), Math.min(frames, to + aroundSamples)];
      return { file: waveOf(layout, await ranges.read(place(at), place(end))), at, from, to };
    },
  };
}

/** Finds the first byte of the samples, after all metadata blocks. */
async function flacStart(ranges: ByteRanges): Promise<number> {
  let at = 4;
  for (;;) {
    const [kind = 0x80, high = 0, middle = 0, low = 0] = await ranges.read(at, at + 4);
    at += 4 + (high << 16) + (middle << 8) + low;
    if (kind & 0x80) return at;
  }
}

/** A sample and a byte of the file: blocks found from that byte on lie before the sample, or all at or after it. */
type Mark = { readonly byte: number; readonly sample: number };

/**
 * Returns some of the blocks in some bytes of a FLAC file as a file: at least the one with the sample and, if there are
 * any, its neighbours.
 */
function flacChunkOf(
  bytes: Uint8Array,
  blocks: readonly FlacBlock[],
  sample: number,
  { header, frames }: FlacStream,
): SoundChunk {
  // Silence takes so few bytes that the samples are limited instead.
  const start = Math.max(0, blocks.findLastIndex(({ firstSample }) => firstSample <= sample) - 1);
  const first = blocks[start] as FlacBlock;
  const isFar = ({ firstSample }: FlacBlock) => firstSample > sample + mostFlacSamples;
  const far = blocks.findIndex(isFar);
  // The last block is complete only at the end of the file; the one before it surrounds what is played.
  const isEnd = far < 0 && endOf(blocks.at(-1)) >= frames;
  const end = far < 0 ? blocks.length - 1 : far;
  const held = bytes.subarray(first.at, isEnd ? bytes.length : blocks[end]?.at);
  const file = new Uint8Array(header.length + held.length);
  file.set(header);
  file.set(held, header.length);
  return {
    file: file.buffer,
    at: first.firstSample,
    from: first.firstSample === 0 ? 0 : endOf(first),
    to: isEnd ? frames : endOf(blocks[end - 2]),
  };
}

function flacSource(ranges: ByteRanges, stream: FlacStream, startByte: number): SoundSource {
  const { rateHz, frames } = stream;

  /** Returns a chunk from the bytes at a position, else a bound for the position of the sample. */
  async function chunkAt(
    byte: number,
    sample: number,
  ): Promise<SoundChunk | { after: Mark } | { before: Mark }> {
    const bytes = await ranges.read(byte, byte + flacChunkBytes);
    const blocks = flacBlocksIn(bytes, stream);
    const [first, last, beforeEnd] = [blocks[0], blocks.at(-1), blocks.at(-3)];
    // Not even one whole block follows.
    if (!first || !last) return { before: { byte, sample: frames } };
    const from = first.firstSample === 0 ? 0 : endOf(first);
    const to = endOf(last) >= frames ? frames : endOf(beforeEnd ?? first);
    if (sample < from) return { before: { byte, sample: from } };
    if (sample >= to) return { after: { byte: byte + (beforeEnd ?? first).at, sample: to } };
    return flacChunkOf(bytes, blocks, sample, stream);
  }

  return {
    rateHz,
    frames,
    async chunkWith(sample) {
      let low: Mark = { byte: startByte, sample: 0 };
      let high: Mark = { byte: ranges.sizeBytes, sample: frames };
      for (let tries = 0; tries < mostTries; tries += 1) {
        // Estimates the position by the mean size of a sample between both bounds. If that does not help, as in a long
        // silence, takes the middle.
        const share = tries % 3 === 2 ? 0.5 : (sample - low.sample) / (high.sample - low.sample);
        const lead = tries % 3 === 2 ? 0 : leadBytes;
        const byte = Math.floor(low.byte + share * (high.byte - low.byte) - lead);
        const found = await chunkAt(Math.max(low.byte, Math.min(byte, high.byte - 1)), sample);
        if ('file' in found) return found;
        if ('after' in found) low = found.after;
        else high = found.before;
      }
      throw new Error('No block contains the sample');
    },
  };
}

/** Opens a WAV or FLAC file. Throws if it is neither, or cannot be fetched. */
export async function soundSourceOf(ranges: ByteRanges): Promise<SoundSource> {
  const head = await ranges.read(0, headBytes);
  const stream = flacStreamOf(head);
  if (stream) return flacSource(ranges, stream, await flacStart(ranges));
  const layout = waveLayoutOf(head, ranges.sizeBytes);
  if (!layout) throw new Error('The file is neither WAV nor FLAC');
  return waveSource(ranges, layout);
}

/** Opens a WAV or FLAC file of this site. Throws if it is neither, or cannot be fetched. */
export const openSoundSource = async (url: string): Promise<SoundSource> =>
  soundSourceOf(await openByteRanges(url));
