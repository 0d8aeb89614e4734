import { openByteRanges, type ByteRanges } from './byte-ranges.client.ts';
import { flacBlocksIn, flacStreamOf, type FlacStream } from './flac-frames.ts';
import { waveLayoutOf, waveOf, type WaveLayout } from './wave-layout.ts';

/** Some of a recording, as a file that a browser decodes by itself. */
export type SoundChunk = {
  readonly file: ArrayBuffer;
  /** The sample with which the file begins. */
  readonly at: number;
  /** What may be played of it: a decoder that changes the rate needs something on both sides. */
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

/** Where the samples begin, behind all blocks of metadata. */
async function flacStart(ranges: ByteRanges): Promise<number> {
  let at = 4;
  for (;;) {
    const [kind = 0x80, high = 0, middle = 0, low = 0] = await ranges.read(at, at + 4);
    at += 4 + (high << 16) + (middle << 8) + low;
    if (kind & 0x80) return at;
  }
}

function flacSource(ranges: ByteRanges, stream: FlacStream, startByte: number): SoundSource {
  const { rateHz, frames, header } = stream;
  const bytesASample = (ranges.sizeBytes - startByte) / frames;

  /** A chunk from the bytes at a place; else how many samples the place lies too late (positive) or too early. */
  async function chunkAt(byte: number, sample: number): Promise<SoundChunk | number> {
    const bytes = await ranges.read(byte, byte + flacChunkBytes);
    const blocks = flacBlocksIn(bytes, stream);
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last) throw new Error('No samples where they should be');
    const lastEnd = last.firstSample + last.samples;
    const isEnd = lastEnd >= frames;
    // The last one is whole only at the end of the file; the one before it lies around what is played.
    const end = isEnd ? null : last;
    const from = first.firstSample === 0 ? 0 : first.firstSample + first.samples;
    const to = isEnd ? frames : (blocks.at(-3) ?? first).firstSample + (blocks.at(-3) ?? first).samples;
    if (sample < from) return from - sample;
    if (sample >= to) return to - sample - 1;
    const held = bytes.subarray(first.at, end?.at ?? bytes.length);
    const file = new Uint8Array(header.length + held.length);
    file.set(header);
    file.set(held, header.length);
    return { file: file.buffer, at: first.firstSample, from, to };
  }

  return {
    rateHz,
    frames,
    async chunkWith(sample) {
      const lead = 32 * 1024;
      let byte = Math.max(startByte, Math.floor(startByte + sample * bytesASample - lead));
      for (let tries = 0; tries < 24; tries += 1) {
        const found = await chunkAt(byte, sample);
        if (typeof found !== 'number') return found;
        const step = found * bytesASample;
        byte = Math.floor(byte - step - (found > 0 ? lead : -lead));
        byte = Math.min(Math.max(byte, startByte), ranges.sizeBytes - 1);
      }
      throw new Error('A sample was not found');
    },
  };
}

/** Opens what is listened to: a WAV or FLAC file of this site. Throws where it is neither, or cannot be fetched. */
export async function openSoundSource(url: string): Promise<SoundSource> {
  const ranges = await openByteRanges(url);
  const head = await ranges.read(0, headBytes);
  const stream = flacStreamOf(head);
  if (stream) return flacSource(ranges, stream, await flacStart(ranges));
  const layout = waveLayoutOf(head, ranges.sizeBytes);
  if (!layout) throw new Error('Neither WAV nor FLAC');
  return waveSource(ranges, layout);
}
