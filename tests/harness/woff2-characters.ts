import { brotliDecompressSync } from 'node:zlib';

/**
 * Tags of the WOFF2 table directory by index; 63 means that the tag is spelled out. Only the position of cmap matters.
 */
const CMAP_INDEX = 0;
const ARBITRARY_TAG = 63;
/** glyf and loca are transformed when their version is 0, every other table when it is not. */
const GLYF_INDEX = 10;
const LOCA_INDEX = 11;

/** Reads UIntBase128 at `offset`: seven bits a byte, most significant first. */
function base128(file: Buffer, offset: number): { value: number; next: number } {
  let value = 0;
  for (let next = offset; ; next += 1) {
    const byte = file.readUInt8(next);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: next + 1 };
  }
}

/** The character map table of a WOFF2 file (https://www.w3.org/TR/WOFF2/, sections 4 and 5). */
function cmapTableOf(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 file');
  let offset = 48;
  let start = 0;
  let cmap: { start: number; length: number } | undefined;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(offset);
    const index = flags & 0x3f;
    const original = base128(file, offset + (index === ARBITRARY_TAG ? 5 : 1));
    let length = original.value;
    offset = original.next;
    const isOutline = index === GLYF_INDEX || index === LOCA_INDEX;
    if (isOutline === (flags >> 6 === 0)) {
      const transformed = base128(file, offset);
      length = transformed.value;
      offset = transformed.next;
    }
    if (index === CMAP_INDEX) cmap = { start, length };
    start += length;
  }
  if (!cmap) throw new Error('the font has no character map');
  const tables = brotliDecompressSync(file.subarray(offset, offset + file.readUInt32BE(20)));
  return tables.subarray(cmap.start, cmap.start + cmap.length);
}

/** Code points of a format 4 subtable (16-bit, segments). Glyph 0 means "not in this font". */
function* segmentCharacters(table: Buffer): Generator<number> {
  const segments = table.readUInt16BE(6) / 2;
  for (let i = 0; i < segments; i += 1) {
    const end = table.readUInt16BE(14 + i * 2);
    const startAt = 16 + (segments + i) * 2;
    const first = table.readUInt16BE(startAt);
    const delta = table.readUInt16BE(startAt + segments * 2);
    const rangeAt = startAt + segments * 4;
    const range = table.readUInt16BE(rangeAt);
    for (let code = first; code <= end && code !== 0xffff; code += 1) {
      const glyph = range === 0 ? code : table.readUInt16BE(rangeAt + range + (code - first) * 2);
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) yield code;
    }
  }
}

/** Every character that the WOFF2 font in `file` can draw. */
export function charactersOf(file: Buffer): ReadonlySet<string> {
  const cmap = cmapTableOf(file);
  const characters = new Set<string>();
  for (let i = 0; i < cmap.readUInt16BE(2); i += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    for (const code of segmentCharacters(table)) characters.add(String.fromCodePoint(code));
  }
  return characters;
}
