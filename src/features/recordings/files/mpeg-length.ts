import type { FileHandle } from 'node:fs/promises';

/** How far after its tags a file's first frame is looked for. */
const searchedBytes = 64 * 1024;
const tagHeadBytes = 10;

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Where the audio begins: after ID3v2 tags, whose sizes are written in bytes of seven bits. */
async function endOfTags(handle: FileHandle): Promise<number> {
  let at = 0;
  for (;;) {
    const head = await readAt(handle, at, tagHeadBytes);
    if (head.length < tagHeadBytes || head.toString('latin1', 0, 3) !== 'ID3') return at;
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((head[place] ?? 0) & 0x7f), 0);
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    at += tagHeadBytes + size + (hasFooter ? tagHeadBytes : 0);
  }
}

/** The size of the side information that follows the header of a layer III frame; null where these bytes are no such header. */
function sideInfoBytesOf(bytes: Buffer, at: number): number | null {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const isFrame = sync === 0xff && (second & 0xe0) === 0xe0 && version !== 1 && layer === 1;
  const isSane = third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
  if (!isFrame || !isSane) return null;
  const isMono = fourth >> 6 === 3;
  if (version === 3) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

const hasFlag = (bytes: Buffer, at: number) =>
  at + 8 <= bytes.length && (bytes.readUInt32BE(at + 4) & 1) === 1;

/**
 * Whether an MP3 file says how many frames it has, in a Xing, Info or VBRI header within its first frame. Without one a browser
 * guesses the length from the first bit rate, and is wrong by minutes where the rate varies; positions then are wrong too.
 */
export async function saysMpegLength(handle: FileHandle): Promise<boolean> {
  const bytes = await readAt(handle, await endOfTags(handle), searchedBytes);
  for (let at = 0; at + 4 <= bytes.length; at++) {
    const sideInfoBytes = sideInfoBytesOf(bytes, at);
    if (sideInfoBytes === null) continue;
    const xing = at + 4 + sideInfoBytes;
    const name = bytes.toString('latin1', xing, xing + 4);
    if (name === 'Xing' || name === 'Info') return hasFlag(bytes, xing);
    return bytes.toString('latin1', at + 36, at + 40) === 'VBRI';
  }
  return false;
}
