const latin = (head: Uint8Array, from: number, to: number) =>
  Buffer.from(head.subarray(from, to)).toString('latin1');

const startsWith = (head: Uint8Array, ...bytes: readonly number[]) =>
  bytes.every((byte, at) => head[at] === byte);

/** Eleven set bits; the layer distinguishes MPEG audio (1 to 3) from AAC (0). */
const isFrame = ([first = 0, second = 0]: Uint8Array) => first === 0xff && second >= 0xe0;
const layerOf = ([, second = 0]: Uint8Array) => (second >> 1) & 3;

const waveNames = new Set(['RIFF', 'RF64', 'BW64']);
const movieNames = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']);

/** Number of leading bytes that `soundContainerOf` reads. */
export const soundHeadBytes = 16;

/** By the name of FFmpeg's demuxer. */
export type SoundContainer = 'wav' | 'aiff' | 'caf' | 'flac' | 'ogg' | 'mov' | 'matroska' | 'mp3' | 'aac';

/**
 * Returns the container of a file that may hold sound, by its first bytes alone; null for everything else. FFmpeg gets
 * this name instead of detecting the format, so that no file (such as a playlist named .wav) controls how it is read.
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
  /** By FFmpeg's name: stereo, 5.1 …; null if the file has none. */
  readonly layout: string | null;
  /** Bits per sample; null if the codec has none, such as lossy ones. */
  readonly bits: number | null;
  /** The declared length in seconds; null if there is none. */
  readonly declaredS: number | null;
  /** Frame rate of its video; absent if it has none or it is unknown. */
  readonly frameRate?: number;
  /** End of its video, relative to the file's start; absent under the same conditions as `frameRate`. */
  readonly pictureS?: number;
  /** Delay of its sound relative to its video, in samples, measured as silence; absent if there is none. */
  readonly startFrames?: number;
  /** Number of samples before the encoder's end padding, which is cut; absent if no padding is declared. */
  readonly endFrames?: number;
  /**
   * Number of sample chunks in a WAV, AIFF or CAF file after the first, which is the only one decoded; absent if none.
   */
  readonly furtherChunks?: number;
};

/** Returns true if a codec (FFmpeg's name) is lossless. */
export const isLossless = (codec: string): boolean => /^(pcm_|flac$|alac$)/.test(codec);

/** Returns the bits per sample that are kept: up to 24 for lossless sound, 16 for lossy. */
export const keptBits = ({ codec, bits }: Pick<SoundFormat, 'codec' | 'bits'>): 16 | 24 =>
  isLossless(codec) && (bits ?? 16) > 16 ? 24 : 16;

/** Sample formats by FFmpeg's names: 16- or 24-bit integers, or floats, which can exceed full scale. */
export type SampleFormat = 's16le' | 's24le' | 'f32le';

/** Returns the sample format that preserves everything audible in a sound. */
export const sampleFormatOf = (format: Pick<SoundFormat, 'codec' | 'bits'>): SampleFormat =>
  format.codec.startsWith('pcm_f') ? 'f32le' : `s${keptBits(format)}le`;

/** Returns the bits per sample of a format. */
export const bitsOf = (samples: SampleFormat): number => Number(samples.slice(1, 3));

/** Returns FFmpeg's filters that cut the encoder's end padding. */
export const paddingFilters = ({ endFrames }: Pick<SoundFormat, 'endFrames'>): readonly string[] =>
  endFrames === undefined ? [] : [`atrim=end_sample=${endFrames}`];
