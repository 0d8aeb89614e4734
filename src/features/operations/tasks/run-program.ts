import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { parseJson } from '#src/platform/parse-json.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { BackupRefusal } from '../backup/archive-format.ts';

const count = z.number().int().nonnegative();

/** The report that a command prints for the desk as its last line on standard error. */
export const reportSchema = z.object({
  rows: count,
  files: count,
  missing: count,
  damaged: count,
  /** The moment that the archive holds. */
  madeAt: z.iso.datetime(),
});

export type Report = z.infer<typeof reportSchema>;

/** The option of a command that is run for the desk: it prints its report as JSON. */
export const forDesk = '--for-desk';

// A backup that lists missing or damaged files ends with this code (scripts/stamp.mjs).
const incompleteCode = 3;
/** The end of the output that is kept. */
const longestSaid = 64_000;

/** Returns the path of a command: in a build a program of its own, in the checkout a script. */
function programOf(command: 'backup' | 'restore'): string {
  const root = projectRootFrom(import.meta.dirname);
  const built = join(root, `${command}.mjs`);
  return existsSync(built) ? built : join(root, `scripts/${command}.ts`);
}

/** Returns the environment of the server without npm's variables, by which a command would know that npm runs it. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/** Returns the report in the output of a command; throws with its last lines if it failed. */
function reportIn(said: string, code: number | null): Report {
  const lines = said.trim().split('\n');
  const report = reportSchema.safeParse(parseJson(lines.at(-1) ?? ''), { jitless: true });
  if ((code === 0 || code === incompleteCode) && report.success) return report.data;
  throw new BackupRefusal(lines.slice(-3).join(' ') || `The command ended with code ${code ?? 'none'}.`);
}

export type RunningProgram = {
  /** Standard output; a reader must wait for `report` before it takes it for complete. */
  readonly output: Readable;
  /** Resolves when the command has ended. */
  readonly report: Promise<Report>;
};

/**
 * Runs a command of the product for the desk, in a process of its own: the memory that it takes is free again
 * afterwards, and pages are answered meanwhile. `input` becomes its standard input. It ends with `signal`.
 */
export function runProgram(
  command: 'backup' | 'restore',
  words: readonly string[],
  { signal, input }: { readonly signal: AbortSignal; readonly input?: AsyncIterable<Uint8Array> },
): RunningProgram {
  const child = spawn(process.execPath, [programOf(command), ...words, forDesk], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestSaid);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // If the command ends early, its code and its output say why.
  const fed = pipeline(input ?? [], child.stdin).catch(() => undefined);
  const report = ended
    .then(async (code) => {
      await fed;
      return reportIn(said, code);
    })
    .finally(() => signal.removeEventListener('abort', stop));
  // Whoever reads the output may fail first.
  report.catch(() => undefined);
  return { output: child.stdout, report };
}
