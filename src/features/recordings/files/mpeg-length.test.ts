import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saysMpegLength } from './mpeg-length.ts';

/** A frame of MPEG 1, layer III: 128 kbit/s, 44.1 kHz; what follows its header and side information is `text`. */
function frameOf(text = '', { isMono = false, flags = 1, at = 0 } = {}): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, isMono ? 0xc4 : 0x64]);
  const place = at || 4 + (isMono ? 17 : 32);
  frame.write(text, place, 'latin1');
  if (text !== '' && at === 0) frame.writeUInt32BE(flags, place + 4);
  return frame;
}

function tagOf(bytes: number): Buffer {
  const tag = Buffer.alloc(10 + bytes);
  tag.write('ID3', 'latin1');
  tag.set([4, 0, 0, (bytes >> 21) & 127, (bytes >> 14) & 127, (bytes >> 7) & 127, bytes & 127], 3);
  return tag;
}

async function saysLength(...parts: Buffer[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'mpeg-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.mp3');
  await writeFile(path, Buffer.concat(parts));
  const handle = await open(path);
  try {
    return await saysMpegLength(handle);
  } finally {
    await handle.close();
  }
}

const plain = frameOf();

test.each<[string, Buffer[]]>([
  ['Xing header', [frameOf('Xing'), plain]],
  ['Info header of one channel', [frameOf('Info', { isMono: true }), plain]],
  ['VBRI header', [frameOf('VBRI', { at: 36 }), plain]],
  ['Xing header after tags', [tagOf(100_000), tagOf(7), frameOf('Xing'), plain]],
  ['Xing header after padding', [tagOf(10), Buffer.alloc(3000), frameOf('Xing'), plain]],
])('a recording with a %s says how long it plays', async (_what, parts) => {
  expect(await saysLength(...parts)).toBe(true);
});

test.each<[string, Buffer[]]>([
  ['no header', [plain, plain]],
  ['no header after a tag that names one', [tagOf(50), plain]],
  ['a Xing header without a count of frames', [frameOf('Xing', { flags: 2 }), plain]],
  ['a header in its second frame', [plain, frameOf('Xing')]],
  ['nothing', []],
  ['a tag without end', [Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1')]],
  ['noise', [Buffer.alloc(5000, 0xff)]],
])('a recording with %s does not', async (_what, parts) => {
  expect(await saysLength(...parts)).toBe(false);
});
