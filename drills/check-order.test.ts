import { expect, test } from 'vitest';
import { createOrderCheck } from './check-order.ts';

// Synthetic traces of one transaction, its sync and its receipt, in a correct order and in incorrect ones.

const segment = '/data/pg_wal/000000010000000000000001';
const pageBytes = 8192;
const start = 16 * 1024 * 1024;
const mark = 'drill-0190a000-0000-4000-8000-000000000001';
const other = 'drill-0190a000-0000-4000-8000-000000000002';

type Made = {
  readonly transaction: number;
  readonly info: number;
  readonly manager: number;
  readonly body: Buffer;
};

const rowOf = (transaction: number, text: string): Made => ({
  transaction,
  info: 0,
  manager: 10,
  body: Buffer.from(`\0\0${text}`),
});
const ending = (transaction: number, info: number, within: readonly number[]): Made => {
  const body = Buffer.alloc(2 + 8 + (within.length > 0 ? 8 + 4 * within.length : 0));
  body[0] = 255;
  body[1] = body.length - 2;
  if (within.length > 0) {
    body.writeUInt32LE(2, 10);
    body.writeInt32LE(within.length, 14);
    within.forEach((one, n) => body.writeUInt32LE(one, 18 + 4 * n));
  }
  return { transaction, info: info | (within.length > 0 ? 0x80 : 0), manager: 1, body };
};
const commitOf = (transaction: number, ...within: number[]) => ending(transaction, 0, within);
const abortOf = (transaction: number) => ending(transaction, 0x20, []);

/** Writes records into pages of the segment with PostgreSQL's headers; returns the log after each record. */
function logOf(records: readonly Made[]): Buffer[] {
  const log = Buffer.alloc(4 * pageBytes);
  for (let page = 0; page < 4; page += 1) {
    log.writeUInt16LE(0xd118, page * pageBytes);
    log.writeUInt16LE(page === 0 ? 2 : 0, page * pageBytes + 2);
    log.writeBigUInt64LE(BigInt(start + page * pageBytes), page * pageBytes + 8);
  }
  let [at, previous] = [40, 0];
  return records.map(({ transaction, info, manager, body }) => {
    const record = Buffer.concat([Buffer.alloc(24), body]);
    record.writeUInt32LE(record.length, 0);
    record.writeUInt32LE(transaction, 4);
    record.writeBigUInt64LE(BigInt(previous), 8);
    record[16] = info;
    record[17] = manager;
    previous = start + at;
    for (const byte of record) {
      if (at % pageBytes === 0) at += 24;
      log[at] = byte;
      at += 1;
    }
    at = Math.ceil(at / 8) * 8;
    return Buffer.from(log);
  });
}

const written = (bytes: Buffer) =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
const wrote = (log: Buffer | undefined, pid = 7) =>
  `${pid} pwrite64(94<${segment}>, "${written(log ?? Buffer.alloc(0))}", ${log?.length}, 0) = ${log?.length}`;
const synced = `7 fsync(94<${segment}>) = 0`;
const heard = (text: string, connection = 1) =>
  `7 read(26<socket:[${connection}]>, "POST /forms/contact HTTP/1.1\\r\\n\\r\\nmessage=${text}", 65536) = 99`;
const said = (connection = 1) =>
  `7 write(26<socket:[${connection}]>, "HTTP/1.1 200 OK\\r\\n\\r\\n{}", 24) = 24`;

function check(lines: readonly string[]) {
  const checking = createOrderCheck();
  for (const line of lines) checking.take(line);
  return checking.report();
}

const [row, committed] = logOf([rowOf(5, mark), commitOf(5)]);

test('accepts a receipt after the sync that completes its commit', () => {
  const report = check([heard(mark), wrote(committed), synced, said()]);
  expect(report).toEqual({ receipts: 1, commits: 1, syncs: 1, violations: [] });
});

test.each([
  ['before the sync', [heard(mark), wrote(committed), said(), synced]],
  [
    'after a sync that ended before the commit was written',
    [heard(mark), wrote(row), synced, wrote(committed), said()],
  ],
  ['without anything in the log', [heard(mark), said()]],
  ['after the sync of another file', [heard(mark), wrote(committed), '7 fsync(9</data/base/1>) = 0', said()]],
  ['after a sync that failed', [heard(mark), wrote(committed), synced.replace('= 0', '= -1 EIO'), said()]],
  [
    'while the sync still runs in another thread',
    [
      heard(mark),
      wrote(committed),
      `8 fsync(94<${segment}> <unfinished ...>`,
      said(),
      '8 <... fsync resumed>) = 0',
    ],
  ],
  [
    'after a sync that began before the commit was written',
    [
      heard(mark),
      `8 fsync(94<${segment}> <unfinished ...>`,
      wrote(committed),
      '8 <... fsync resumed>) = 0',
      said(),
    ],
  ],
])('a receipt %s is a violation', (_when, lines) => {
  const report = check(lines);
  expect(report.receipts).toBe(1);
  expect(report.violations).toEqual([expect.stringContaining(mark)]);
});

test('requires a commit for each of two requests', () => {
  const [, first, , both] = logOf([rowOf(5, mark), commitOf(5), rowOf(6, other), commitOf(6)]);
  const lines = [
    heard(mark, 1),
    heard(other, 2),
    wrote(first),
    synced,
    said(1),
    said(2),
    wrote(both),
    synced,
  ];
  expect(check(lines).violations).toEqual([expect.stringContaining(other)]);
});

test('counts writes between savepoints as committed with the enclosing transaction', () => {
  const [, log] = logOf([rowOf(6, mark), commitOf(5, 6)]);
  expect(check([heard(mark), wrote(log), synced, said()]).violations).toEqual([]);
});

test('does not count a rolled-back change as committed by another transaction', () => {
  const log = logOf([rowOf(5, mark), abortOf(5), rowOf(6, other), commitOf(6)]).at(-1);
  expect(check([heard(mark), wrote(log), synced, said()]).violations).toHaveLength(1);
});

test('reads a record that spans two pages', () => {
  const log = logOf([rowOf(4, 'x'.repeat(pageBytes - 120)), rowOf(5, mark), commitOf(5)]).at(-1);
  expect(check([heard(mark), wrote(log), synced, said()]).violations).toEqual([]);
});

test('does not count a refusal as a receipt', () => {
  const refused = said().replace('200 OK', '503 Service Unavailable');
  expect(check([heard(mark), refused])).toMatchObject({ receipts: 0, violations: [] });
});
