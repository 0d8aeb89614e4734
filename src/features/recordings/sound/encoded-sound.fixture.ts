import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inputPath, runFfmpeg } from './ffmpeg.ts';

/** Two seconds of stereo at 44.1 kHz as 24-bit WAV: a chord that comes and goes, another in each channel. */
export function testWave(): Buffer {
  const [rateHz, frames] = [44_100, 88_200];
  const data = Buffer.alloc(frames * 6);
  for (let frame = 0; frame < frames; frame++) {
    const swell = 0.4 + 0.3 * Math.sin((2 * Math.PI * frame) / rateHz);
    [220, 331].forEach((hz, channel) => {
      const value = swell * Math.sin((2 * Math.PI * hz * frame) / rateHz);
      data.writeIntLE(Math.round(value * 8_388_607), frame * 6 + channel * 3, 3);
    });
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(rateHz, 24);
  head.writeUInt32LE(rateHz * 6, 28);
  head.writeUInt16LE(6, 32);
  head.writeUInt16LE(24, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Writes the test sound into a folder as another format, by FFmpeg's arguments for its output. Returns the path. */
export async function encode(folder: string, name: string, args: readonly string[]): Promise<string> {
  const source = join(folder, 'source.wav');
  writeFileSync(source, testWave());
  const path = join(folder, name);
  const target = openSync(path, 'w');
  const write = (bytes: Uint8Array, at: number) => void writeSync(target, bytes, 0, bytes.length, at);
  await runFfmpeg({
    program: 'exec',
    path: source,
    outputs: [{ name: 'out', write }],
    args: (output) => ['-v', 'error', '-f', 'wav', '-i', inputPath, ...args, output('out')],
  });
  closeSync(target);
  return path;
}
