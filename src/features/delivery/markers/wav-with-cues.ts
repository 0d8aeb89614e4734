import { asDrained, type Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { cueChunks, type HeldCues, type Marker } from './marker-files.ts';

const largest = 0xffff_ffff;
const headBytes = 12;
/** Limits of cues; no program writes files beyond them. */
const mostChunks = 1000;
const longestCues = 1_000_000;

/** Bytes of the file to replace in the copy. */
type Patch = { readonly at: number; readonly bytes: Buffer };

const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes);
  return length;
};

/** Returns a WAV file's sample rate, its cues, and the replacements needed to append others. */
async function readChunks(file: ReadableFile) {
  const held = { points: Buffer.alloc(0), labels: Buffer.alloc(0) };
  const patches: Patch[] = [];
  let rateHz = 0;
  let largeBytes = largest;
  for (let at = headBytes, count = 0; at + 8 <= file.sizeBytes && count < mostChunks; count += 1) {
    const head = await file.read(at, 24);
    const said = head.readUInt32LE(4);
    const [name, kind] = [head.toString('latin1', 0, 4), head.toString('latin1', 8, 12)];
    if (name === 'ds64' && head.length === 24) largeBytes = Number(head.readBigUInt64LE(16));
    // For an RF64 file (EBU Tech 3306).
    const length = name === 'data' && said === largest ? largeBytes : said;
    if (name === 'fmt ' && head.length >= 16) rateHz = head.readUInt32LE(12);
    const isCues = name === 'cue ' || (name === 'LIST' && kind === 'adtl');
    if (isCues && length >= 4 && length <= longestCues) {
      const data = (await file.read(at + 12, length - 4)).subarray(0, length - 4);
      if (name === 'LIST') held.labels = Buffer.concat([held.labels, data]);
      else held.points = Buffer.concat([held.points, data.subarray(0, data.length - (data.length % 24))]);
      patches.push({ at, bytes: Buffer.from('JUNK') });
    }
    const left = file.sizeBytes - at - 8;
    // For a truncated file, the length of the remaining data.
    if (name === 'data' && length > left) patches.push({ at: at + 4, bytes: lengthOf(left) });
    at += 8 + length + (length % 2);
  }
  return { held: held satisfies HeldCues, patches, rateHz };
}

/** Returns the cues of a WAV or RF64 file, whatever follows its chunks; closes the file. */
export async function readHeldCues(file: ReadableFile): Promise<HeldCues> {
  try {
    return (await readChunks(file)).held;
  } finally {
    await file.close();
  }
}

/** Applies these replacements to a piece of the file that starts at `start`. */
function patchPiece(piece: Buffer, start: number, patches: readonly Patch[]): void {
  for (const { at, bytes } of patches)
    for (const [index, byte] of bytes.entries()) {
      const place = at + index - start;
      if (place >= 0 && place < piece.length) piece[place] = byte;
    }
}

/** Returns true for the header of a WAV file with nothing after its chunks; its padding byte may not be counted. */
const isWave = (head: Buffer, sizeBytes: number) =>
  head.length === headBytes &&
  head.toString('latin1', 0, 4) === 'RIFF' &&
  head.toString('latin1', 8) === 'WAVE' &&
  head.readUInt32LE(4) + 8 >= sizeBytes - (sizeBytes % 2 === 0 ? 1 : 0);

/**
 * Returns a copy of a WAV file with markers after its samples, next to its own cues, as a stream that is read on
 * demand. The file is closed once the stream is read or cancelled, or if null is returned. The length of a truncated
 * file is corrected in its copy. Null if it is not a WAV file, if bytes follow its chunks (as after a crash), or if the
 * copy would exceed 4 GB: other programs would not find the markers then.
 */
export async function waveWithCues(
  file: ReadableFile,
  markers: readonly Marker[],
  drained: Drained = () => Promise.resolve(),
): Promise<{ readonly stream: ReadableStream; readonly sizeBytes: number } | null> {
  try {
    const { sizeBytes } = file;
    const head = await file.read(0, headBytes);
    const read = isWave(head, sizeBytes) ? await readChunks(file) : null;
    const behind = [
      Buffer.alloc(sizeBytes % 2),
      read ? cueChunks(markers, read.rateHz, read.held) : [],
    ].flat();
    const size = behind.reduce((sum, { length }) => sum + length, sizeBytes);
    if (!read || read.rateHz === 0 || size - 8 > largest) {
      await file.close();
      return null;
    }
    head.writeUInt32LE(size - 8, 4);
    const copy = copyOf(file, { head, behind, patches: read.patches }, drained);
    return { stream: streamPieces(copy, () => file.close()), sizeBytes: size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* copyOf(
  file: ReadableFile,
  changed: {
    readonly head: Buffer;
    readonly patches: readonly Patch[];
    readonly behind: readonly Buffer[];
  },
  drained: Drained,
) {
  yield changed.head;
  let at = headBytes;
  for await (const piece of asDrained(file.pieces(headBytes), drained)) {
    patchPiece(piece, at, changed.patches);
    at += piece.length;
    yield piece;
  }
  yield* changed.behind.filter(({ length }) => length > 0);
}
