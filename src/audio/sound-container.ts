const latin = (head: Uint8Array, from: number, to: number) =>
  Buffer.from(head.subarray(from, to)).toString('latin1');

const startsWith = (head: Uint8Array, ...bytes: readonly number[]) =>
  bytes.every((byte, at) => head[at] === byte);

/** Eleven set bits; the layer tells MPEG audio (1 to 3) from AAC, which writes 0 there. */
const isFrame = ([first = 0, second = 0]: Uint8Array) => first === 0xff && second >= 0xe0;
const layerOf = ([, second = 0]: Uint8Array) => (second >> 1) & 3;

const waveNames = new Set(['RIFF', 'RF64', 'BW64']);
const movieNames = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']);

/** How many of a file's first bytes `soundContainerOf` reads. */
export const soundHeadBytes = 16;

/** By the name of FFmpeg's demuxer. */
export type SoundContainer = 'wav' | 'aiff' | 'caf' | 'flac' | 'ogg' | 'mov' | 'matroska' | 'mp3' | 'aac';

/**
 * Returns the container of a file that may hold sound, by its first bytes alone; null for everything else. FFmpeg is told this name
 * and does not detect it, so that no file, such as a playlist called .wav, chooses how it is read.
 */
export function soundContainerOf(head: Uint8Array): SoundContainer | null {
  const name = latin(head, 0, 4);
  const form = latin(head, 8, 12);
  if (waveNames.has(name) && form === 'WAVE') return 'wav';
  if (name === 'FORM' && (form === 'AIFF' || form === 'AIFC')) return 'aiff';
  if (name === 'caff') return 'caf';
  if (name === 'fLaC') return 'flac';
  if (name === 'OggS') return 'ogg';
  if (movieNames.has(latin(head, 4, 8))) return 'mov';
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) return 'matroska';
  if (latin(head, 0, 3) === 'ID3') return 'mp3';
  if (!isFrame(head)) return null;
  return layerOf(head) === 0 ? 'aac' : 'mp3';
}
