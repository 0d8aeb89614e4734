import type { FileHandle } from 'node:fs/promises';
import type { Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import { cueChunks, type Marker } from './marker-files.ts';

const largest = 0xffff_ffff;
const pieceBytes = 256 * 1024;

/**
 * A copy of a WAV file with markers behind its samples, as a stream that is read as the connection takes it; closes the
 * handle when it has been read, or nobody reads on. Null where the file does not end where its header says, as after a crash, or would grow beyond 4 GB: then another program would not find them.
 */
export async function waveWithCues(
  handle: FileHandle,
  sizeBytes: number,
  { markers, rateHz }: { readonly markers: readonly Marker[]; readonly rateHz: number },
  drained: Drained = () => Promise.resolve(),
): Promise<{ readonly stream: ReadableStream; readonly sizeBytes: number } | null> {
  const { buffer: head } = await handle.read(Buffer.alloc(12), 0, 12, 0);
  const ends = head.readUInt32LE(4) + 8;
  const isWhole = head.toString('latin1', 0, 4) === 'RIFF' && ends === sizeBytes && ends % 2 === 0;
  const chunks = cueChunks(markers, rateHz);
  const size = sizeBytes + chunks.length;
  if (!isWhole || size - 8 > largest) return null;
  head.writeUInt32LE(size - 8, 4);
  async function* parts() {
    yield head;
    for (let at = 12; at < sizeBytes;) {
      await drained();
      const length = Math.min(pieceBytes, sizeBytes - at);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === 0) throw new Error('The file is shorter than it was');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    yield chunks;
  }
  return { stream: streamPieces(parts(), () => handle.close()), sizeBytes: size };
}
