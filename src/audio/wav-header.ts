import { bitsOf, type SampleFormat, type SoundFormat } from './sound-format.ts';

/** The format and length of the samples in a WAV file. */
export type WaveSound = Pick<SoundFormat, 'rateHz' | 'channels' | 'layout'> & {
  readonly samples: SampleFormat;
  readonly frames: number;
};

const largest = 0xffff_ffff;

/** Loudspeakers of FFmpeg's layouts as Microsoft channel masks (WAVEFORMATEXTENSIBLE, dwChannelMask). */
const masks: Readonly<Record<string, number>> = {
  '2.1': 0x00b,
  '3.0': 0x007,
  '4.0': 0x107,
  quad: 0x033,
  '5.0': 0x037,
  '5.0(side)': 0x607,
  '5.1': 0x03f,
  '5.1(side)': 0x60f,
  '6.1': 0x70f,
  '7.1': 0x63f,
};

/** Returns FFmpeg's name of a channel mask; undefined if it does not name this many channels, or is not known here. */
export function layoutOfMask(mask: number, channels: number): string | undefined {
  if (channels <= 2)
    return mask === 3 && channels === 2 ? 'stereo' : mask === 4 && channels === 1 ? 'mono' : undefined;
  const speakers = mask.toString(2).replaceAll('0', '').length;
  return speakers === channels ? Object.keys(masks).find((name) => masks[name] === mask) : undefined;
}

/** The number of a format of WAV: integers, or floats. */
const numberOf = (samples: SampleFormat) => (samples === 'f32le' ? 3 : 1);

/** The rest of a format's identifier (GUID), after its number. */
export const guidEnd = Buffer.from('00001000800000aa00389b71', 'hex');

/** Returns the size of its samples in bytes. */
export const waveBytesOf = ({ channels, samples, frames }: WaveSound) =>
  frames * channels * (bitsOf(samples) / 8);

function chunkHead(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(Math.min(length, largest), 4);
  return head;
}

/** Returns the format chunk: with speakers for more than two channels, and with the format number for floats. */
function formatChunk({ rateHz, channels, layout, samples, frames }: WaveSound): Buffer {
  const bits = bitsOf(samples);
  const isExtended = channels > 2;
  const isFloat = samples === 'f32le';
  const format = Buffer.alloc(isExtended ? 40 : isFloat ? 18 : 16);
  format.writeUInt16LE(isExtended ? 0xfffe : numberOf(samples), 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rateHz, 4);
  format.writeUInt32LE(rateHz * channels * (bits / 8), 8);
  format.writeUInt16LE(channels * (bits / 8), 12);
  format.writeUInt16LE(bits, 14);
  if (isExtended) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt32LE(masks[layout ?? ''] ?? 0, 20);
    format.writeUInt32LE(numberOf(samples), 24);
    guidEnd.copy(format, 28);
  }
  const count = Buffer.alloc(4);
  count.writeUInt32LE(Math.min(frames, largest));
  const fact = isFloat ? [chunkHead('fact', count.length), count] : [];
  return Buffer.concat([chunkHead('fmt ', format.length), format, ...fact]);
}

/** The 64-bit lengths for files above 4 GB (EBU Tech 3306). */
function sizesChunk(riffBytes: number, sampleBytes: number, frames: number): Buffer {
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(riffBytes), 0);
  sizes.writeBigUInt64LE(BigInt(sampleBytes), 8);
  sizes.writeBigUInt64LE(BigInt(frames), 16);
  return Buffer.concat([chunkHead('ds64', sizes.length), sizes]);
}

/**
 * Returns the header of a WAV file whose samples are followed by `behindBytes` bytes; of an RF64 file if larger than 4
 * GB.
 */
export function wavHeader(sound: WaveSound, behindBytes: number): Buffer {
  const sampleBytes = waveBytesOf(sound);
  const format = formatChunk(sound);
  const sizesBytes = 36;
  const plainBytes = 4 + format.length + 8 + sampleBytes + behindBytes;
  const isLarge = plainBytes > largest;
  return Buffer.concat([
    chunkHead(isLarge ? 'RF64' : 'RIFF', isLarge ? largest : plainBytes),
    Buffer.from('WAVE'),
    isLarge ? sizesChunk(plainBytes + sizesBytes, sampleBytes, sound.frames) : Buffer.alloc(0),
    format,
    chunkHead('data', isLarge ? largest : sampleBytes),
  ]);
}
