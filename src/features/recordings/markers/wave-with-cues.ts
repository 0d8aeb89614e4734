import { asDrained, type Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { cueChunks, type HeldCues, type Marker } from './marker-files.ts';

const largest = 0xffff_ffff;
const headBytes = 12;
/** A file with more of them, or with longer cues, is none that a program has written. */
const mostChunks = 1000;
const longestCues = 1_000_000;

/** The cues that a WAV file has, and where the chunks begin that hold them. */
async function findCues(file: ReadableFile) {
  const held = { points: Buffer.alloc(0), labels: Buffer.alloc(0) };
  const places: number[] = [];
  for (let at = headBytes, count = 0; at + 8 <= file.sizeBytes && count < mostChunks; count += 1) {
    const head = await file.read(at, 12);
    const length = head.readUInt32LE(4);
    const [name, kind] = [head.toString('latin1', 0, 4), head.toString('latin1', 8, 12)];
    const isCues = name === 'cue ' || (name === 'LIST' && kind === 'adtl');
    if (isCues && length >= 4 && length <= longestCues) {
      const data = (await file.read(at + 12, length - 4)).subarray(0, length - 4);
      if (name === 'LIST') held.labels = Buffer.concat([held.labels, data]);
      else held.points = Buffer.concat([held.points, data.subarray(0, data.length - (data.length % 24))]);
      places.push(at);
    }
    at += 8 + length + (length % 2);
  }
  return { held: held satisfies HeldCues, places };
}

/** Turns the chunks that begin at these places of the file into filler, in a piece of it that begins at `start`. */
function dropChunks(piece: Buffer, start: number, places: readonly number[]): void {
  for (const place of places)
    for (const [index, code] of Buffer.from('JUNK').entries()) {
      const at = place + index - start;
      if (at >= 0 && at < piece.length) piece[at] = code;
    }
}

/**
 * A copy of a WAV file with markers behind its samples, next to the cues that it has, as a stream that is read as the connection
 * takes it; closes the file when it has been read, nobody reads on, or there is none. Null where the file does not end where its
 * header says, as after a crash, or would grow beyond 4 GB: then another program would not find them.
 */
export async function waveWithCues(
  file: ReadableFile,
  { markers, rateHz }: { readonly markers: readonly Marker[]; readonly rateHz: number },
  drained: Drained = () => Promise.resolve(),
): Promise<{ readonly stream: ReadableStream; readonly sizeBytes: number } | null> {
  try {
    const { sizeBytes } = file;
    const head = await file.read(0, headBytes);
    const ends = head.length < headBytes ? 0 : head.readUInt32LE(4) + 8;
    const isWhole = head.toString('latin1', 0, 4) === 'RIFF' && ends === sizeBytes && ends % 2 === 0;
    const { held, places } = isWhole ? await findCues(file) : { held: undefined, places: [] };
    const chunks = cueChunks(markers, rateHz, held);
    const size = sizeBytes + chunks.length;
    if (!isWhole || size - 8 > largest) {
      await file.close();
      return null;
    }
    head.writeUInt32LE(size - 8, 4);
    const copy = copyOf(file, { head, places, chunks }, drained);
    return { stream: streamPieces(copy, () => file.close()), sizeBytes: size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* copyOf(
  file: ReadableFile,
  changed: { readonly head: Buffer; readonly places: readonly number[]; readonly chunks: Buffer },
  drained: Drained,
) {
  yield changed.head;
  let at = headBytes;
  for await (const piece of asDrained(file.pieces(headBytes), drained)) {
    dropChunks(piece, at, changed.places);
    at += piece.length;
    yield piece;
  }
  yield changed.chunks;
}
