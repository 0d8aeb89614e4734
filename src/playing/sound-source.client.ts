import { openByteRanges, type ByteRanges } from './byte-ranges.client.ts';
import { flacBlocksIn, flacStreamOf, type FlacBlock, type FlacStream } from './flac-frames.ts';
import { waveLayoutOf, waveOf, type WaveLayout } from './wave-layout.ts';

/** Some of a recording, as a file that a browser decodes by itself. */
export type SoundChunk = {
  readonly file: ArrayBuffer;
  /** The sample with which the file begins. */
  readonly at: number;
  /** The samples of it that may be played: a decoder that changes the rate needs some more on both sides. */
  readonly from: number;
  readonly to: number;
};

export type SoundSource = {
  readonly rateHz: number;
  readonly frames: number;
  /** The chunk in which a sample may be played. Throws where it cannot be fetched. */
  readonly chunkWith: (sample: number) => Promise<SoundChunk>;
};

const headBytes = 64 * 1024;
const chunkSamples = 196_608;
const aroundSamples = 4096;
const flacChunkBytes = 640 * 1024;
/**
 * How many samples of a FLAC file to read from the one that is asked for: some seconds, which are some megabytes once they are
 * decoded.
 */
const mostFlacSamples = 524_288;
/** Begun so much before where a sample should lie. */
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

/** Finds where the samples begin, behind all blocks of metadata. */
async function flacStart(ranges: ByteRanges): Promise<number> {
  let at = 4;
  for (;;) {
    const [kind = 0x80, high = 0, middle = 0, low = 0] = await ranges.read(at, at + 4);
    at += 4 + (high << 16) + (middle << 8) + low;
    if (kind & 0x80) return at;
  }
}

/** A sample, and a byte of the file from which on blocks are found that lie before it, or all of them at or behind it. */
type Mark = { readonly byte: number; readonly sample: number };

/** Some of the blocks in some bytes of a FLAC file, as a file: at least the one with the sample and, if there are any, those next to it. */
function flacChunkOf(
  bytes: Uint8Array,
  blocks: readonly FlacBlock[],
  sample: number,
  { header, frames }: FlacStream,
): SoundChunk {
  // Silence takes so few bytes that it is the samples which are limited.
  const start = Math.max(0, blocks.findLastIndex(({ firstSample }) => firstSample <= sample) - 1);
  const first = blocks[start] as FlacBlock;
  const isFar = ({ firstSample }: FlacBlock) => firstSample > sample + mostFlacSamples;
  const far = blocks.findIndex(isFar);
  // The last one is whole only at the end of the file; the one before it lies around what is played.
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

  /** A chunk from the bytes at a place; else what the place says of where the sample is not. */
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
        // Guesses by the mean size of a sample between both bounds; if that does not help, as in a long silence, takes the middle.
        const share = tries % 3 === 2 ? 0.5 : (sample - low.sample) / (high.sample - low.sample);
        const lead = tries % 3 === 2 ? 0 : leadBytes;
        const byte = Math.floor(low.byte + share * (high.byte - low.byte) - lead);
        const found = await chunkAt(Math.max(low.byte, Math.min(byte, high.byte - 1)), sample);
        if ('file' in found) return found;
        if ('after' in found) low = found.after;
        else high = found.before;
      }
      throw new Error('A sample was not found');
    },
  };
}

/** Reads what is listened to: a WAV or FLAC file. Throws where it is neither, or cannot be fetched. */
export async function soundSourceOf(ranges: ByteRanges): Promise<SoundSource> {
  const head = await ranges.read(0, headBytes);
  const stream = flacStreamOf(head);
  if (stream) return flacSource(ranges, stream, await flacStart(ranges));
  const layout = waveLayoutOf(head, ranges.sizeBytes);
  if (!layout) throw new Error('Neither WAV nor FLAC');
  return waveSource(ranges, layout);
}

/** Opens a WAV or FLAC file of this site. Throws where it is neither, or cannot be fetched. */
export const openSoundSource = async (url: string): Promise<SoundSource> =>
  soundSourceOf(await openByteRanges(url));
