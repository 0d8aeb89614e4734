import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type as systemName, release } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRootFrom } from '#src/platform/project-root.ts';

export type Row = Readonly<Record<string, string | number>>;
export type Table = {
  /** Stands above the table where a result has several. */
  readonly caption?: string;
  /** By their names, or, where a row needs none, as a list. */
  readonly rows: Readonly<Record<string, Row>> | readonly Row[];
};
export type Result = {
  readonly tables: readonly Table[];
  /** Sentences that belong to the tables. */
  readonly notes?: readonly string[];
  /** Sentences, one for each promise that was broken; left out where nothing is promised. */
  readonly broken?: readonly string[];
};
/** A result as it lies in `figures/<name>.json`. */
export type Figures = Result & {
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  readonly load: string;
};

export const figuresFolder = join(projectRootFrom(import.meta.dirname), 'figures');

const machine = () =>
  [
    `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    `${Math.round(totalmem() / 1e9)} GB`,
    `${systemName()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
  ].join(', ');

/**
 * Says what a drill or a bench has found: prints its tables, says each broken promise and fails the command for it. With `--publish`
 * behind the command (`scripts/run.mjs` hands it on as PUBLISH) the result is also written to `figures/<name>.json`, of which
 * `npm run figures` makes docs/figures.md.
 */
export async function report(name: string, { tables, notes = [], broken }: Result): Promise<void> {
  for (const { caption, rows } of tables) {
    if (caption !== undefined) console.log(`\n${caption}`);
    console.table(rows);
  }
  for (const note of notes) console.log(note);
  for (const sentence of broken ?? []) console.error(`BROKEN ${sentence}`);
  if (broken && broken.length > 0) process.exitCode = 1;
  const command = process.env['PUBLISH'];
  if (!command) return;
  const load = loadavg()[0]?.toFixed(1) ?? '';
  const date = new Date().toISOString().slice(0, 10);
  const figures: Figures = {
    command,
    date,
    machine: machine(),
    load,
    tables,
    notes,
    ...(broken && { broken }),
  };
  const path = join(figuresFolder, `${name}.json`);
  mkdirSync(figuresFolder, { recursive: true });
  writeFileSync(
    path,
    await format(JSON.stringify(figures), { ...(await resolveConfig(path)), filepath: path }),
  );
  console.log(`Written to figures/${name}.json; npm run figures renews docs/figures.md.`);
}

/** Says why a drill could not be run here, and fails the command for it: what was not tried has not been kept. */
export function reportNotRun(reason: string): void {
  console.error(`NOT RUN: ${reason}`);
  process.exitCode = 1;
}
