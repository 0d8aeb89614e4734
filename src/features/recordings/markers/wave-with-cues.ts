import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { cueChunks, type Marker } from './marker-files.ts';

const largest = 0xffff_ffff;

/**
 * A copy of a WAV file with markers behind its samples, as a stream; closes the handle when it has been read. Null where the
 * file does not end where its header says, as after a crash, or would grow beyond 4 GB: then another program would not find them.
 */
export async function waveWithCues(
  handle: FileHandle,
  sizeBytes: number,
  { markers, rateHz }: { readonly markers: readonly Marker[]; readonly rateHz: number },
): Promise<{ readonly stream: ReadableStream; readonly sizeBytes: number } | null> {
  const { buffer: head } = await handle.read(Buffer.alloc(12), 0, 12, 0);
  const ends = head.readUInt32LE(4) + 8;
  const isWhole = head.toString('latin1', 0, 4) === 'RIFF' && ends === sizeBytes && ends % 2 === 0;
  const chunks = cueChunks(markers, rateHz);
  const size = sizeBytes + chunks.length;
  if (!isWhole || size - 8 > largest) return null;
  head.writeUInt32LE(size - 8, 4);
  async function* parts() {
    try {
      yield head;
      yield* handle.createReadStream({ start: 12, end: sizeBytes - 1, autoClose: false });
      yield chunks;
    } finally {
      await handle.close();
    }
  }
  return {
    stream: Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream,
    sizeBytes: size,
  };
}
