import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { soundContainerOf, soundHeadBytes, type SoundContainer, type SoundFormat } from './sound-format.ts';

/** Maximum number of chunks read; the samples are among the first. */
const mostChunks = 1000;

/** Reads bytes at a position; fewer at the end of the file. */
type Read = (at: number, length: number) => Buffer;

/** A chunk, its length, and the length in its own header. */
export type Chunk = {
  readonly name: string;
  readonly at: number;
  readonly length: number;
  readonly said: number;
};

type Chunks = {
  /** The position of the first chunk. */
  readonly from: number;
  readonly headBytes: number;
  readonly lengthIn: (head: Buffer) => number;
  readonly isEven: boolean;
  /** The name of the chunk of samples. */
  readonly samples: string;
};

/** The layouts of chunk-based formats. */
const layouts = {
  wav: { from: 12, headBytes: 8, lengthIn: (head) => head.readUInt32LE(4), isEven: true, samples: 'data' },
  aiff: { from: 12, headBytes: 8, lengthIn: (head) => head.readUInt32BE(4), isEven: true, samples: 'SSND' },
  caf: {
    from: 8,
    headBytes: 12,
    lengthIn: (head) => Number(head.readBigInt64BE(4)),
    isEven: false,
    samples: 'data',
  },
} as const satisfies Partial<Record<SoundContainer, Chunks>>;

const largest = 0xff_ff_ff_ff;

/**
 * Returns the chunks of a file in order, including truncated ones. Above 4 GB the length of the samples is in a
 * separate chunk (EBU Tech 3306).
 */
function listChunks(read: Read, { from, headBytes, lengthIn, isEven, samples }: Chunks): Chunk[] {
  const found: Chunk[] = [];
  let at = from;
  let large: number | undefined;
  for (let count = 0; count < mostChunks; count += 1) {
    const head = read(at, headBytes);
    if (head.length < headBytes) break;
    const name = head.toString('latin1', 0, 4);
    const said = lengthIn(head);
    const length = name === samples && said === largest ? (large ?? said) : said;
    found.push({ name, at: at + headBytes, length, said });
    const field = name === 'ds64' ? read(at + headBytes + 8, 8) : null;
    if (field?.length === 8) large = Number(field.readBigUInt64LE());
    if (length < 0) break;
    at += headBytes + length + (isEven ? length % 2 : 0);
  }
  return found;
}

/** The first chunk of each name. */
const firstChunks = (chunks: readonly Chunk[]): ReadonlyMap<string, Chunk> =>
  new Map(chunks.toReversed().map((chunk) => [chunk.name, chunk]));

/** True for the lengths that streaming writers leave in the header: zero, or the largest possible value. */
const isUnknown = (bytes: number) =>
  bytes === 0 || bytes >= 0xff_ff_f0_00 || (bytes >= 0x7f_ff_f0_00 && bytes <= 0x80_00_00_00);

const wholeNumbers = new Set([1, 3, 0xff_fe]);

/** Returns true if the chunks fill the file. They do not if samples were streamed after a length of 0. */
function fills(chunks: readonly Chunk[], size: number): boolean {
  const last = chunks.at(-1);
  const end = last ? last.at + last.length : 0;
  return end === size || end + (end % 2) === size;
}

/** Returns the declared length in seconds; 0 if the header declares no samples, null if it declares no length. */
function waveSeconds(read: Read, chunks: readonly Chunk[], size: number): number | null {
  const all = firstChunks(chunks);
  const [format, data] = [all.get('fmt '), all.get('data')];
  const fields = format && read(format.at, 16);
  if (!data || fields?.length !== 16 || !wholeNumbers.has(fields.readUInt16LE(0))) return null;
  if (data.length === 0 && fills(chunks, size)) return 0;
  const bytesPerSecond = fields.readUInt32LE(4) * fields.readUInt16LE(12);
  const isLarge = all.has('ds64') && data.length > largest;
  return bytesPerSecond === 0 || (!isLarge && isUnknown(data.length)) ? null : data.length / bytesPerSecond;
}

/** In the Apple Core Audio Format Specification the data length is -1 if the file was never closed. */
function cafSeconds(read: Read, chunks: readonly Chunk[]): number | null {
  const all = firstChunks(chunks);
  const [described, data, packets] = [all.get('desc'), all.get('data'), all.get('pakt')];
  const fields = described && read(described.at, 32);
  if (fields?.length !== 32) return null;
  const rateHz = fields.readDoubleBE(0);
  const [packetBytes, packetFrames] = [fields.readUInt32BE(16), fields.readUInt32BE(20)];
  const counted = packets && read(packets.at + 8, 8);
  if (counted?.length === 8) return Number(counted.readBigInt64BE()) / rateHz;
  if (!data || data.length < 4 || packetBytes === 0) return null;
  return (((data.length - 4) / packetBytes) * packetFrames) / rateHz;
}

/** How many bytes after an MP3's tags may hold its length header. */
const lengthTagBytes = 256;

/** Returns true if an MP3 declares its length. Otherwise FFmpeg guesses from the first frames. */
function hasLengthTag(read: Read): boolean {
  const head = read(0, 10);
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
  const tagBytes = head.toString('latin1', 0, 3) === 'ID3' ? 10 + (a << 21) + (b << 14) + (c << 7) + d : 0;
  return /Xing|Info|VBRI/.test(read(tagBytes, lengthTagBytes).toString('latin1'));
}

type Opened = { readonly read: Read; readonly size: number; readonly chunks: readonly Chunk[] };

function secondsOf(
  { read, size, chunks }: Opened,
  container: SoundContainer,
  probedS: number | null,
): number | null {
  if (container === 'wav') return waveSeconds(read, chunks, size) ?? probedS;
  if (container === 'caf') return cafSeconds(read, chunks) ?? probedS;
  if (container === 'aac' || (container === 'mp3' && !hasLengthTag(read))) return null;
  return probedS;
}

/** A file's declared sound: its length in seconds, and the number of further chunks that are not decoded. */
export type Declared = Pick<SoundFormat, 'declaredS' | 'furtherChunks'>;

function openChunks(handle: number, layout: Chunks | null): Opened {
  const { size } = fstatSync(handle);
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(handle, bytes, 0, bytes.length, at));
  };
  return { read, size, chunks: layout ? listChunks(read, layout) : [] };
}

const layoutOf = (container: SoundContainer | null): Chunks | null =>
  container !== null && container in layouts ? layouts[container as keyof typeof layouts] : null;

/**
 * Returns the declared length of a file's sound (0 if it declares no samples, null if it declares no length) and the
 * number of sample chunks after the first. `probedS` is the length from FFmpeg, which for WAV and CAF is what a
 * truncated file still holds.
 */
export function declaredOf(path: string, container: SoundContainer, probedS: number | null): Declared {
  const handle = openSync(path, 'r');
  try {
    const layout = layoutOf(container);
    const opened = openChunks(handle, layout);
    const seconds = secondsOf(opened, container, probedS);
    const ofSamples = opened.chunks.filter(({ name }) => name === layout?.samples);
    const isRead = seconds !== null && Number.isFinite(seconds) && seconds >= 0;
    return {
      declaredS: isRead ? seconds : null,
      ...(ofSamples.length > 1 ? { furtherChunks: ofSamples.length - 1 } : {}),
    };
  } finally {
    closeSync(handle);
  }
}

/** Returns the chunks of an open WAV file, and whether it has 64-bit lengths (RF64, BW64). */
export function waveChunksOf(handle: number): {
  readonly isLarge: boolean;
  readonly chunks: readonly Chunk[];
} {
  const { read, chunks } = openChunks(handle, layouts.wav);
  return { isLarge: read(0, 4).toString('latin1') !== 'RIFF', chunks };
}

/**
 * Returns how many bytes of an open file FFmpeg may read: up to the end of the first chunk of samples if there are
 * several, because FFmpeg would use the last one and other programs use the first.
 */
export function soundBytesOf(handle: number): number {
  const head = new Uint8Array(soundHeadBytes);
  const layout = layoutOf(soundContainerOf(head.subarray(0, readSync(handle, head, 0, soundHeadBytes, 0))));
  const { size, chunks } = openChunks(handle, layout);
  const [first, second] = chunks.filter(({ name }) => name === layout?.samples);
  return first && second ? first.at + first.length : size;
}
