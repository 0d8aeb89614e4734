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

/** The sound format of a file. */
export type SoundFormat = {
  readonly container: SoundContainer;
  /** By FFmpeg's name: pcm_s24le, flac, mp3, aac … */
  readonly codec: string;
  readonly rateHz: number;
  readonly channels: number;
  /** By FFmpeg's name: stereo, 5.1 …; null where the file names none. */
  readonly layout: string | null;
  /** Bits per sample; null if the codec has none, as lossy ones. */
  readonly bits: number | null;
  /** The length that its header gives, in seconds; null if it gives none. */
  readonly declaredS: number | null;
  /** Frames a second of its picture; absent where it has none, or nothing is known of it. */
  readonly frameRate?: number;
  /** When its picture ends, counted from the file's start; absent as `frameRate`. */
  readonly pictureS?: number;
  /** How much later than its picture its sound begins, in samples; absent where it does not. They are measured as the silence that they are. */
  readonly startFrames?: number;
  /** How many samples its sound has before the padding that its encoder added at the end, which is cut; absent where it says of none. */
  readonly endFrames?: number;
  /** How many chunks of samples a WAV, AIFF or CAF file has behind the first, which alone is decoded; absent where it has none. */
  readonly furtherChunks?: number;
};

/** Returns true if a codec (FFmpeg's name) is lossless. */
export const isLossless = (codec: string): boolean => /^(pcm_|flac$|alac$)/.test(codec);

/** How many bits of a sample are kept of a sound: up to 24 of what is not lossy, 16 of what is. */
export const keptBits = ({ codec, bits }: Pick<SoundFormat, 'codec' | 'bits'>): 16 | 24 =>
  isLossless(codec) && (bits ?? 16) > 16 ? 24 : 16;

/** How samples lie in a file, by FFmpeg's names: as integers of 16 or 24 bits, or as floats, which go on beyond full scale. */
export type SampleFormat = 's16le' | 's24le' | 'f32le';

/** How the samples of a sound are written so that nothing of them that can be heard is lost. */
export const sampleFormatOf = (format: Pick<SoundFormat, 'codec' | 'bits'>): SampleFormat =>
  format.codec.startsWith('pcm_f') ? 'f32le' : `s${keptBits(format)}le`;

/** The bits of a sample in this format. */
export const bitsOf = (samples: SampleFormat): number => Number(samples.slice(1, 3));

/** FFmpeg's filters that cut what an encoder added at the end of a sound. */
export const paddingFilters = ({ endFrames }: Pick<SoundFormat, 'endFrames'>): readonly string[] =>
  endFrames === undefined ? [] : [`atrim=end_sample=${endFrames}`];
