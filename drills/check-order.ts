import { createTraceReader, type TraceEvent } from './trace.ts';
import { createWalReader, type WalRecord } from './wal.ts';

export type OrderReport = {
  readonly receipts: number;
  readonly commits: number;
  readonly syncs: number;
  /** One sentence for each receipt that was sent too early. */
  readonly violations: readonly string[];
};

/** The mark in each request's text, and therefore in the log record of its row. */
const marks = /drill-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Checks for each receipt that the commit it acknowledges had reached the disk. The write-ahead log's record of the row
 * contains the request's mark and names the transaction, and the transaction's commit has its own record. Once that
 * record is complete, the first sync of its segment that begins afterwards has written it to disk when it returns. The
 * receipt, which is the next response on the connection that sent the mark, has to begin later.
 */
export function createOrderCheck() {
  const read = createTraceReader();
  const readWal = createWalReader();
  const transactionOf = new Map<string, number>();
  const committing: { transactions: readonly number[]; file: string; writtenAt: number }[] = [];
  const durable = new Set<number>();
  const waiting = new Map<string, string>();
  const violations: string[] = [];
  const counts = { receipts: 0, commits: 0, syncs: 0 };

  function takeRecord(record: WalRecord, at: number): void {
    if (record.kind === 'row') {
      for (const [mark] of record.bytes.toString('latin1').matchAll(marks)) {
        // A later record may repeat the whole page.
        if (!transactionOf.has(mark)) transactionOf.set(mark, record.transaction);
      }
    }
    const transactions = [record.transaction, ...record.within];
    if (record.kind === 'commit') committing.push({ transactions, file: record.file, writtenAt: at });
    if (record.kind !== 'abort') return;
    // Another transaction may write again what was rolled back.
    for (const [mark, transaction] of transactionOf)
      if (transactions.includes(transaction)) transactionOf.delete(mark);
  }

  function takeSync(file: string, begunAt: number): void {
    counts.syncs += 1;
    const isOnDisk = (one: (typeof committing)[number]) => one.file === file && one.writtenAt < begunAt;
    for (const one of committing.filter(isOnDisk)) {
      for (const transaction of one.transactions) durable.add(transaction);
      committing.splice(committing.indexOf(one), 1);
      counts.commits += 1;
    }
  }

  function takeAnswer(connection: string, text: string, at: number): void {
    const mark = waiting.get(connection);
    if (mark === undefined || !text.startsWith('HTTP/1.1 ')) return;
    waiting.delete(connection);
    if (!text.startsWith('HTTP/1.1 200 ')) return;
    counts.receipts += 1;
    const transaction = transactionOf.get(mark);
    if (transaction !== undefined && durable.has(transaction)) return;
    const why = transaction === undefined ? 'nothing of it is in the log' : 'its commit is not on the disk';
    violations.push(`line ${at}: a receipt for ${mark} while ${why}`);
  }

  function takeEvent(event: TraceEvent, at: number): void {
    if (event.kind === 'wrote') {
      for (const record of readWal(event.file, event.offset, event.bytes)) takeRecord(record, at);
    } else if (event.kind === 'synced') {
      if (event.file.includes('/pg_wal/')) takeSync(event.file, event.begunAt);
    } else if (event.kind === 'heard') {
      const [mark] = event.text.match(marks) ?? [];
      if (mark !== undefined) waiting.set(event.connection, mark);
    } else takeAnswer(event.connection, event.text, at);
  }

  return {
    /** Adds one line of the trace. */
    take(line: string): void {
      const { at, events } = read(line);
      for (const event of events) takeEvent(event, at);
    },
    report: (): OrderReport => ({ ...counts, violations }),
  };
}
