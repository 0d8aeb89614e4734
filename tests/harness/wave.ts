const rateHz = 8000;
const headBytes = 44;

/** A tone of 440 Hz as a WAV file: mono, 16 bit, 8 kHz. */
export function waveOf(seconds: number): Buffer {
  const count = rateHz * seconds;
  const file = Buffer.alloc(headBytes + count * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rateHz, 24);
  file.writeUInt32LE(rateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(count * 2, 40);
  for (let n = 0; n < count; n += 1) {
    file.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 440 * n) / rateHz)), headBytes + n * 2);
  }
  return file;
}
