type Wave = {
  readonly rateHz?: number;
  readonly bits?: 16 | 24 | 32;
  readonly isFloat?: boolean;
  readonly channels?: number;
  /** One sample's value, -1 to 1, per frame and channel. */
  readonly sample: (frame: number, channel: number) => number;
  readonly frames: number;
  /** Extra chunks before the samples. */
  readonly before?: Uint8Array;
  /** The declared length of the samples, if different. */
  readonly saidBytes?: number;
};

/** Returns the bytes of a WAV file. */
export function waveFileOf(wave: Wave): Buffer {
  const { rateHz = 8000, bits = 16, isFloat = false, channels = 1, frames, sample } = wave;
  const { before = new Uint8Array() } = wave;
  const width = bits / 8;
  const data = Buffer.alloc(frames * channels * width);
  for (let index = 0; index < frames * channels; index += 1) {
    const value = sample(Math.floor(index / channels), index % channels);
    if (isFloat) data.writeFloatLE(value, index * width);
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), index * width, width);
  }
  const format = Buffer.alloc(24);
  format.write('fmt ', 0, 'latin1');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(isFloat ? 3 : 1, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(rateHz, 12);
  format.writeUInt32LE(rateHz * channels * width, 16);
  format.writeUInt16LE(channels * width, 20);
  format.writeUInt16LE(bits, 22);
  const dataHead = Buffer.alloc(8);
  dataHead.write('data', 0, 'latin1');
  dataHead.writeUInt32LE(wave.saidBytes ?? data.length, 4);
  const body = Buffer.concat([Buffer.from('WAVE'), format, before, dataHead, data]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
