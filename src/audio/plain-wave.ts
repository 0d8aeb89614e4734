import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { declaredOf, waveChunksOf, type Chunk } from './declared-length.ts';
import { createKernels } from './kernels/kernels.ts';
import type { SoundFormat } from './sound-format.ts';
import { guidEnd, layoutOfMask } from './wav-header.ts';

/** The bits of the codecs (FFmpeg's names) that are read here. */
const bitsOfCodec: Readonly<Record<string, 16 | 24 | 32>> = {
  pcm_s16le: 16,
  pcm_s24le: 24,
  pcm_s32le: 32,
  pcm_f32le: 32,
};

const largest = 0xff_ff_ff_ff;
const [wholeNumbers, floating, extended] = [1, 3, 0xff_fe];

/** Where the samples of a file are, in bytes. */
type Span = { readonly from: number; readonly to: number };

type Described = Pick<SoundFormat, 'codec' | 'rateHz' | 'channels' | 'layout'> & {
  readonly isNamed: boolean;
};

/**
 * Returns what a format chunk describes; null unless it describes whole frames without padding. `isNamed`: its channels
 * have loudspeakers that are known here.
 */
function describedBy(handle: number, { at, length }: Chunk): Described | null {
  const fields = Buffer.alloc(40);
  const read = readSync(handle, fields, 0, Math.min(length, fields.length), at);
  if (read < 16) return null;
  const [kind, channels, bits] = [0, 2, 14].map((place) => fields.readUInt16LE(place)) as [
    number,
    number,
    number,
  ];
  const isExtended = kind === extended;
  if (isExtended && (read < 40 || !fields.subarray(28).equals(guidEnd))) return null;
  const number = isExtended ? fields.readUInt32LE(24) : kind;
  const codec =
    number === wholeNumbers ? `pcm_s${bits}le` : number === floating && bits === 32 ? 'pcm_f32le' : '';
  const isWhole = bitsOfCodec[codec] === bits && fields.readUInt16LE(12) === (channels * bits) / 8;
  if (!isWhole || channels === 0) return null;
  const layout = isExtended ? (layoutOfMask(fields.readUInt32LE(20), channels) ?? null) : null;
  const isNamed = !isExtended || (layout !== null && fields.readUInt16LE(18) === bits);
  return { codec, rateHz: fields.readUInt32LE(4), channels, layout, isNamed };
}

/**
 * Returns what the format chunk describes and where the samples are, as FFmpeg reads them: the declared number of bytes,
 * or up to the end of a file that is cut or declares no length (0 or the largest one). Null if the chunks leave any
 * doubt.
 */
function openWave(handle: number): { readonly described: Described; readonly span: Span } | null {
  const { size } = fstatSync(handle);
  const { isLarge, chunks } = waveChunksOf(handle);
  const formats = chunks.filter(({ name }) => name === 'fmt ');
  const samples = chunks.filter(({ name }) => name === 'data');
  const [[head, ...otherHeads], [data, ...otherData]] = [formats, samples];
  if (!head || !data || otherHeads.length > 0 || otherData.length > 0 || head.at > data.at) return null;
  const described = describedBy(handle, head);
  if (!described) return null;
  // Above 4 GB the length is in another chunk, before the samples.
  const hasLengths = chunks.some(({ name, at }) => name === 'ds64' && at < data.at);
  if (isLarge && (!hasLengths || data.said !== largest || data.length === 0)) return null;
  const isUnknown = !isLarge && (data.length === 0 || data.length === largest);
  const to = isUnknown ? size : Math.min(size, data.at + data.length);
  const frameBytes = (described.channels * (bitsOfCodec[described.codec] ?? 0)) / 8;
  const isWhole = to > data.at && (to - data.at) % frameBytes === 0;
  return isWhole ? { described, span: { from: data.at, to } } : null;
}

/** Starts of DTS and of IEC 61937 frames, which may be declared as samples. */
const codedStarts = ['fe7f0180', 'ff1f00e8', '7ffe8001', '1fffe800', '72f81f4e'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
/** FFmpeg looks for them in the first 128 kB. */
const lookedBytes = 256 * 1024;

function mayBeCoded(handle: number, { from, to }: Span): boolean {
  const bytes = Buffer.alloc(Math.min(lookedBytes, to - from));
  readSync(handle, bytes, 0, bytes.length, from);
  return codedStarts.some((start) => bytes.includes(start));
}

/**
 * Returns the format of a WAV file of whole, uncompressed samples as FFmpeg would, without the time to compile it; null
 * for every other file, and if there is any doubt.
 */
export function plainFormatOf(path: string): SoundFormat | null {
  const handle = openSync(path, 'r');
  try {
    const opened = openWave(handle);
    const { declaredS, furtherChunks } = declaredOf(path, 'wav', null);
    if (!opened || declaredS === null || furtherChunks !== undefined) return null;
    const { codec, rateHz, channels, layout, isNamed } = opened.described;
    const isUsual = isNamed && channels <= 64 && rateHz >= 1000 && rateHz <= 768_000;
    if (!isUsual || mayBeCoded(handle, opened.span)) return null;
    return {
      container: 'wav',
      codec,
      rateHz,
      channels,
      layout,
      bits: bitsOfCodec[codec] ?? null,
      declaredS,
    };
  } finally {
    closeSync(handle);
  }
}

/** About as many bytes are read at a time. */
const pieceBytes = 256 * 1024;

export type PlainWave = {
  /** Passes on all samples and calls `onRead` with the share read so far. Returns what was wrong, '' if nothing. */
  readonly read: (take: (samples: Float32Array) => void, onRead?: (share: number) => void) => string;
};

/**
 * Returns the reader of a WAV file of whole, uncompressed samples, which needs a fifth of FFmpeg's time; null for every
 * other file, and if there is any doubt about where the samples are.
 */
export function plainWaveOf(path: string, format: SoundFormat): PlainWave | null {
  const { container, codec, channels, startFrames, endFrames, furtherChunks } = format;
  const bits = bitsOfCodec[codec];
  if (container !== 'wav' || bits === undefined || (startFrames ?? endFrames ?? furtherChunks) !== undefined)
    return null;
  const handle = openSync(path, 'r');
  const opened = openWave(handle);
  closeSync(handle);
  const { described, span } = opened ?? {};
  const isSame = described?.codec === codec && described.channels === channels;
  if (!span || !isSame) return null;
  return { read: (take, onRead) => readSpan(path, span, { channels, bits, codec }, take, onRead) };
}

function readSpan(
  path: string,
  { from, to }: Span,
  { channels, bits, codec }: { channels: number; bits: 16 | 24 | 32; codec: string },
  take: (samples: Float32Array) => void,
  onRead?: (share: number) => void,
): string {
  const kernels = createKernels();
  const frameBytes = (channels * bits) / 8;
  const bytes = kernels.bytes(frameBytes * Math.ceil(pieceBytes / frameBytes));
  const isFloat = codec === 'pcm_f32le';
  const floats = isFloat
    ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    : kernels.floats((8 * bytes.length) / bits);
  const handle = openSync(path, 'r');
  try {
    for (let at = from; at < to;) {
      const wanted = Math.min(bytes.length, to - at);
      // Reading a regular file only ends early at its end.
      if (readSync(handle, bytes, 0, wanted, at) !== wanted) return 'The file became shorter';
      at += wanted;
      const count = (8 * wanted) / bits;
      if (!isFloat) kernels.floatsOf(bytes, bits, count, floats);
      onRead?.(at / to);
      take(floats.subarray(0, count));
    }
    return '';
  } finally {
    closeSync(handle);
  }
}
