import { crc32, deflateSync } from 'node:zlib';

/** A WAV file that says that it has 65,535 channels: FFmpeg ends itself over it. */
export function withManyChannels(wave: Buffer): Buffer {
  const bytes = Buffer.from(wave);
  bytes.writeUInt16LE(0xff_ff, 22);
  bytes.writeUInt32LE(0x00_18_ff_ff, 32);
  return bytes;
}

/** A PNG that says that it is as wide and as high as this, and holds one line. */
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

/** An ID3 tag with this cover, as it stands before an MP3. */
export function coverOf(png: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('\0image/png\0\u0003\0', 'latin1'), png]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), data]);
  frame.writeUInt32BE(data.length, 4);
  const size = [21, 14, 7, 0].map((bits) => (frame.length >> bits) & 0x7f);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, ...size]), frame]);
}
