import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { inputPath, runFfmpeg } from './ffmpeg.ts';

/** Returns a stereo 24-bit WAV at 44.1 kHz, two seconds by default, with a fluctuating tone in each channel. */
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

/** Converts a WAV file with these FFmpeg arguments, in which the file is `inputPath`. Returns the path. */
async function make(
  folder: string,
  name: string,
  wave: Buffer,
  args: (output: string) => readonly string[],
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
    args: (output) => ['-v', 'error', ...args(output('out'))],
  });
  closeSync(target);
  return path;
}

const asWave = ['-f', 'wav', '-i', inputPath];

/**
 * Converts a WAV file (the test sound by default) to another format with FFmpeg's output arguments. Returns the path.
 */
export const encode = (
  folder: string,
  name: string,
  args: readonly string[],
  wave = testWave(),
): Promise<string> => make(folder, name, wave, (output) => [...asWave, ...args, output]);

/** Writes a video of the given length whose two seconds of sound begin at `startS`. Returns the path. */
export function encodeVideo(
  folder: string,
  name: string,
  { pictureS, startS, args }: { pictureS: number; startS: number; args: readonly string[] },
): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `color=s=32x32:r=25:d=${pictureS}`];
  const maps = ['-map', '0:v', '-map', '1:a', '-c:v', 'mpeg4'];
  return make(folder, name, testWave(), (output) => [
    ...picture,
    '-itsoffset',
    String(startS),
    ...asWave,
    ...maps,
    ...args,
    output,
  ]);
}

function boxOf(name: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    parts.reduce((sum, { length }) => sum + length, head.length),
    0,
  );
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** Returns the boxes in part of an MP4 file. */
function boxesIn(bytes: Buffer): { readonly name: string; readonly bytes: Buffer }[] {
  const found = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    found.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      bytes: bytes.subarray(at, at + bytes.readUInt32BE(at)),
    });
  return found;
}

/** Returns an MP4 file with its index at the end and an iTunes note of its padding and length (iTunSMPB). */
export function withGaplessNote(
  file: Buffer,
  { before, behind, frames }: { readonly before: number; readonly behind: number; readonly frames: number },
): Buffer {
  const hex = (value: number, digits: number) => ` ${value.toString(16).toUpperCase().padStart(digits, '0')}`;
  const note = hex(0, 8) + hex(before, 8) + hex(behind, 8) + hex(frames, 16) + hex(0, 8);
  const empty = Buffer.alloc(4);
  const entry = boxOf(
    '----',
    boxOf('mean', empty, Buffer.from('com.apple.iTunes')),
    boxOf('name', empty, Buffer.from('iTunSMPB')),
    boxOf('data', Buffer.from([0, 0, 0, 1]), empty, Buffer.from(note)),
  );
  const handler = boxOf('hdlr', Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9));
  const tags = boxOf('udta', boxOf('meta', empty, handler, boxOf('ilst', entry)));
  return Buffer.concat(
    boxesIn(file).map(({ name, bytes }) => {
      if (name !== 'moov') return bytes;
      const kept = boxesIn(bytes.subarray(8)).filter((box) => box.name !== 'udta');
      return boxOf('moov', ...kept.map((box) => box.bytes), tags);
    }),
  );
}
