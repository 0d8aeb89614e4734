const headerBytes = 44;

/** Samples between −1 and 1 as a WAV file: one channel, 16 bits. */
export function waveFileOf(samples: Float32Array, rateHz: number): Buffer {
  const dataBytes = samples.length * 2;
  const file = Buffer.alloc(headerBytes + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rateHz, 24);
  file.writeUInt32LE(rateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  let at = headerBytes;
  for (const value of samples) {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), at);
    at += 2;
  }
  return file;
}
