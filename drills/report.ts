import { cpus, loadavg, release, totalmem, type as systemName } from 'node:os';

export type Row = Readonly<Record<string, string | number>>;
export type Table = {
  /** Heading of a table, if a result has several. */
  readonly caption?: string;
  /** By column name, or as a list if rows need no names. */
  readonly rows: Readonly<Record<string, Row>> | readonly Row[];
};
type Result = {
  readonly tables: readonly Table[];
  /** Sentences about the tables. */
  readonly notes?: readonly string[];
  /** One sentence for each broken promise; omitted if nothing is promised. */
  readonly broken?: readonly string[];
};
const machine = () =>
  [
    `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    `${Math.round(totalmem() / 1e9)} GB`,
    `${systemName()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
  ].join(', ');

/**
 * Prints the tables of a benchmark or a fault-injection test, with the date and the machine on which they were
 * measured, and each broken promise, for which the command fails.
 */
export function report({ tables, notes = [], broken = [] }: Result): void {
  for (const { caption, rows } of tables) {
    if (caption !== undefined) console.log(`\n${caption}`);
    console.table(rows);
  }
  for (const note of notes) console.log(note);
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine()}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const sentence of broken) console.error(`BROKEN ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}

/** Reports why a drill could not run here, and fails the command: an untested promise does not count as kept. */
export function reportNotRun(reason: string): void {
  console.error(`NOT RUN: ${reason}`);
  process.exitCode = 1;
}
