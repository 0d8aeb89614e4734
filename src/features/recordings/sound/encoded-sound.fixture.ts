import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { waveFileOf } from '#src/features/recordings/files/wave-file.fixture.ts';
import { inputPath, runFfmpeg } from './ffmpeg.ts';

/** Stereo at 44.1 kHz as 24-bit WAV, of two seconds if not otherwise said: a tone in each channel, both of which come and go. */
export function testWave(seconds = 2): Buffer {
  const rateHz = 44_100;
  const angleOf = (hz: number, frame: number) => (2 * Math.PI * hz * frame) / rateHz;
  return waveFileOf({
    rateHz,
    bits: 24,
    channels: 2,
    frames: seconds * rateHz,
    sample: (frame, channel) =>
      (0.4 + 0.3 * Math.sin(angleOf(1, frame))) * Math.sin(angleOf(channel === 0 ? 220 : 331, frame)),
  });
}

/** Writes a WAV file, the test sound if no other, into a folder as another format, by FFmpeg's arguments for its output. Returns the path. */
export async function encode(
  folder: string,
  name: string,
  args: readonly string[],
  wave = testWave(),
): Promise<string> {
  const source = join(folder, 'source.wav');
  writeFileSync(source, wave);
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
