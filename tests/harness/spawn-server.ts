import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/server.mjs');

/** Settings required of a studio that is not a sample. */
export const installation = {
  PUBLIC_URL: 'http://127.0.0.1:4999',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Studio <studio@studio.example>',
  TEAM_INBOX: 'team@studio.example',
  SECRET: '0123456789abcdef0123456789abcdef',
};

/** The Node flags that `npm start` gives the server. */
export const serverFlags: readonly string[] =
  readFileSync(join(root, 'package.json'), 'utf8').match(/(?<="start":.*)--[\w=-]+/g) ?? [];

// A test's server lives for seconds: V8's second, optimising compilation of WebAssembly costs more than it saves.
const testFlags = process.env['TEST_DATA_DIR'] === undefined ? [] : ['--liftoff-only'];
// Code compiled by the first server of a run is cached for the others.
const compiled = process.env['NODE_COMPILE_CACHE'];
const testEnv = {
  ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
  // A run sends more forms within an hour than a studio gets in a week, and checks the email about each.
  TEAM_MAILS_AN_HOUR: '999999',
};

export interface ServerProcess {
  readonly process: ChildProcess;
  /** Resolves once the output contains this text; rejects if the process exits without it. */
  readonly says: (text: string) => Promise<string>;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** All output so far, both streams. */
  readonly output: () => string;
}

/** Starts the built server, or another of our programs, with only these variables; the caller stops it. */
export function spawnServer(env: Record<string, string>, args: readonly string[] = [program]): ServerProcess {
  const child = spawn(process.execPath, [...serverFlags, ...testFlags, ...args], {
    env: { PATH: process.env['PATH'], ...testEnv, ...env },
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => output.includes(text) && resolve(output);
      listeners.add(look);
      look();
      void exited.then(() => reject(new Error(`ended without saying "${text}":\n${output}`)));
    });
  return { process: child, says, exited, output: () => output };
}
