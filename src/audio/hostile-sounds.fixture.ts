import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** A WAV file that declares 65,535 channels, which makes FFmpeg exit. */
export function withManyChannels(wave: Buffer): Buffer {
  const bytes = Buffer.from(wave);
  bytes.writeUInt16LE(0xff_ff, 22);
  bytes.writeUInt32LE(0x00_18_ff_ff, 32);
  return bytes;
}

/** Returns a PNG that declares this width and height but holds one line. */
export function pngOf(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const line = chunk('IDAT', deflateSync(Buffer.alloc(1 + 4 * side)));
  const start = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), line, chunk('IEND', Buffer.alloc(0))]);
}

/** Returns an ID3 tag with this cover, as found before an MP3. */
export function coverOf(png: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('\0image/png\0\u0003\0', 'latin1'), png]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), data]);
  frame.writeUInt32BE(data.length, 4);
  const size = [21, 14, 7, 0].map((bits) => (frame.length >> bits) & 0x7f);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, ...size]), frame]);
}

/** Returns a Matroska element: its id, the content length in eight bytes, and the given content. */
function element(id: string, content: Buffer, length = content.length): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

const numberIn = (id: string, value: number) => element(id, Buffer.of(value));
const textIn = (id: string, text: string) => element(id, Buffer.from(text));

/** The start of an MKV file with 0.2 s of silence: one channel, 16 bits, 48 kHz. */
function matroskaStart(): Buffer {
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(48_000);
  const audio = Buffer.concat([element('b5', rate), numberIn('9f', 1), numberIn('6264', 16)]);
  const track = Buffer.concat([
    numberIn('d7', 1),
    numberIn('73c5', 1),
    numberIn('83', 2),
    textIn('86', 'A_PCM/INT/LIT'),
    element('e1', audio),
  ]);
  // The segment's length is unknown.
  const segment = Buffer.from('1853806701ffffffffffffff', 'hex');
  return Buffer.concat([
    element('1a45dfa3', textIn('4282', 'matroska')),
    segment,
    element('1654ae6b', element('ae', track)),
  ]);
}

/** Writes an MKV file with sparse attachments of the given sizes, which use no disk space. */
export function writeWithAttachments(path: string, sizes: readonly number[]): void {
  const target = openSync(path, 'w');
  let at = 0;
  const write = (bytes: Buffer) => {
    writeSync(target, bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  write(matroskaStart());
  sizes.forEach((size, index) => {
    const named = [
      textIn('466e', `cover${index}.jpg`),
      textIn('4660', 'image/jpeg'),
      numberIn('46ae', index + 9),
    ];
    const file = Buffer.concat([...named, element('465c', Buffer.alloc(0), size)]);
    const attached = element('61a7', file, file.length + size);
    write(element('1941a469', attached, attached.length + size));
    at += size;
  });
  const block = Buffer.concat([Buffer.from('81000080', 'hex'), Buffer.alloc(19_200)]);
  write(element('1f43b675', Buffer.concat([numberIn('e7', 0), element('a3', block)])));
  ftruncateSync(target, at);
  closeSync(target);
}
