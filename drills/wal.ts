/**
 * Reads the records of PostgreSQL's write-ahead log from its pages as they are written (access/xlogrecord.h,
 * xlog_internal.h and xact.h of PostgreSQL 15 to 18): which transaction wrote which data, and which records end one.
 */
export type WalRecord = {
  readonly transaction: number;
  readonly kind: 'commit' | 'abort' | 'row' | 'other';
  /** The subtransactions (savepoints) that end with it. */
  readonly within: readonly number[];
  readonly bytes: Buffer;
  /** The segment that contains its last byte. */
  readonly file: string;
};

const pageBytes = 8192;
const segmentBytes = 16 * 1024 * 1024;
const [shortHeader, longHeader, recordHeader] = [24, 40, 24];
const isContinued = 1;
const isLong = 2;
const [ofLog, ofTransactions, ofRows] = [0, 1, 10];

const align = (position: number) => Math.ceil(position / 8) * 8;

/** Offset of a segment in the whole log. */
function startOf(file: string): number {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const [log, segment] = [name.slice(8, 16), name.slice(16, 24)].map((part) => Number.parseInt(part, 16));
  return ((log ?? 0) * 256 + (segment ?? 0)) * segmentBytes;
}

/** The subtransactions that a commit or an abort lists. */
function partsOf(bytes: Buffer, info: number): number[] {
  let at = recordHeader;
  while (bytes[at] === 253 || bytes[at] === 252) at += bytes[at] === 253 ? 3 : 5;
  at += bytes[at] === 255 ? 2 : 5;
  // The time of the commit.
  at += 8;
  if ((info & 0x80) === 0) return [];
  const has = bytes.readUInt32LE(at);
  at += 4;
  if (has & 1) at += 8;
  if (!(has & 2)) return [];
  const count = bytes.readInt32LE(at);
  return Array.from({ length: count }, (_, n) => bytes.readUInt32LE(at + 4 + 4 * n));
}

function recordOf(bytes: Buffer, file: string): WalRecord {
  const [transaction, info, manager] = [bytes.readUInt32LE(4), bytes[16] ?? 0, bytes[17]];
  const record = { transaction, within: [], bytes, file };
  if (manager === ofRows) return { ...record, kind: 'row' };
  if (manager !== ofTransactions) return { ...record, kind: 'other' };
  const operation = info & 0x70;
  if (operation !== 0 && operation !== 0x20) return { ...record, kind: 'other' };
  return { ...record, kind: operation === 0 ? 'commit' : 'abort', within: partsOf(bytes, info) };
}

/**
 * Collects writes to the segments and returns each record once it is complete. Begins with the first page that it
 * receives.
 */
export function createWalReader() {
  const pages = new Map<number, { readonly bytes: Buffer; readonly file: string }>();
  let next: number | null = null;
  let previous: number | null = null;

  const headerOf = (page: number) => {
    const info = pages.get(page)?.bytes.readUInt16LE(2) ?? 0;
    return info & isLong ? longHeader : shortHeader;
  };

  /** Returns this many bytes from here, across page headers; null if a page is missing. */
  function take(from: number, length: number): { bytes: Buffer; end: number; file: string } | null {
    const parts: Buffer[] = [];
    let at = from;
    let left = length;
    let file = '';
    while (left > 0) {
      const page = Math.floor(at / pageBytes) * pageBytes;
      const found = pages.get(page);
      if (!found || found.bytes.readBigUInt64LE(8) !== BigInt(page)) return null;
      if (at === page) at += headerOf(page);
      const part = found.bytes.subarray(at - page, Math.min(pageBytes, at - page + left));
      parts.push(part);
      at += part.length;
      left -= part.length;
      file = found.file;
    }
    return { bytes: Buffer.concat(parts), end: at, file };
  }

  /** Offset of the first record that begins in this page. */
  function begin(page: number, bytes: Buffer): number {
    const carried = bytes.readUInt16LE(2) & isContinued ? bytes.readUInt32LE(16) : 0;
    const at = page + headerOf(page) + align(carried);
    return Math.min(at, page + pageBytes);
  }

  function* complete(): Generator<WalRecord> {
    while (next !== null) {
      const page = Math.floor(next / pageBytes) * pageBytes;
      const start = next === page ? page + headerOf(page) : next;
      const head = take(start, recordHeader);
      if (!head) return;
      const length = head.bytes.readUInt32LE(0);
      const follows = Number(head.bytes.readBigUInt64LE(8));
      // Not written yet, or left from an earlier use of the segment.
      if (length < recordHeader || (previous !== null && follows !== previous)) return;
      const whole = take(start, length);
      if (!whole) return;
      previous = start;
      const isSwitch = whole.bytes[17] === ofLog && ((whole.bytes[16] ?? 0) & 0xf0) === 0x40;
      next = isSwitch ? Math.ceil(whole.end / segmentBytes) * segmentBytes : align(whole.end);
      for (const old of pages.keys()) if (old < page - pageBytes) pages.delete(old);
      yield recordOf(whole.bytes, whole.file);
    }
  }

  return (file: string, offset: number, bytes: Buffer): WalRecord[] => {
    const from = startOf(file) + offset;
    for (let at = 0; at + pageBytes <= bytes.length; at += pageBytes) {
      const page = from + at;
      pages.set(page, { bytes: bytes.subarray(at, at + pageBytes), file });
      next ??= begin(page, bytes.subarray(at, at + pageBytes));
    }
    return [...complete()];
  };
}
