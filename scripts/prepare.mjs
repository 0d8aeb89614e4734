import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants as system } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { withLock } from './process-lock.mjs';
import { buildStamp, buildStampFile, incompleteCode, saidWhyCode } from './stamp.mjs';

// Plain JavaScript without dependencies, for any Node ≥ 20 on the machine; the rest runs on the pinned one.

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const pinnedNode = join(root, 'node_modules/node/bin/node');

const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * Runs a program in the project's folder; resolves with its exit code. `keepOutput` receives its output instead of this
 * terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 * @param {(text: string) => void} [keepOutput]
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}, keepOutput) {
  return new Promise((resolve) => {
    const stdio = keepOutput ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd: root, stdio, env: { ...environment, ...env } });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => keepOutput?.(text));
    }
    children.add(child);
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('close', (code, signal) => {
      children.delete(child);
      // The exit code that a shell reports.
      resolve(code ?? 128 + system.signals[signal ?? 'SIGTERM']);
    });
  });
}

/** The exit code after SIGKILL, which the system sends when memory runs out. */
const killedCode = 128 + system.signals.SIGKILL;

/**
 * The exit code with which this program was asked to end; null if it was not.
 * @type {number | null}
 */
let askedToEnd = null;

/** Forwards SIGTERM and SIGINT to the running program, whose exit then ends this program. */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      askedToEnd = signal === 'SIGINT' ? 130 : 143;
      if (children.size === 0) process.exit(askedToEnd);
      for (const child of children) child.kill(signal);
    });
  }
}

/**
 * @param {number} code
 * @param {string} what
 */
export function requireSuccess(code, what) {
  if (code === 0) return;
  if (code === killedCode) console.error(`${what} was killed. It may have had too little memory.`);
  else if (code !== incompleteCode) console.error(`${what} failed (${code}).`);
  process.exit(code);
}

/**
 * Returns the line of a program's output that explains its failure: the first that mentions an error or a position in a
 * file, otherwise the last.
 * @param {string} output
 */
export function reasonIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /error|:\d+:\d+: /i.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}

/**
 * Runs a program whose output goes to this terminal; if it fails, exits with the reason as the last line.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 */
export async function runOrEnd(what, command, args) {
  let output = '';
  const code = await run(command, args, {}, (text) => {
    output += text;
    process.stderr.write(text);
  });
  if (askedToEnd !== null) {
    console.error(`${what} was stopped.`);
    process.exit(askedToEnd);
  }
  if (code === 0) return;
  if (code !== saidWhyCode) console.error(`${what} failed (${code}): ${reasonIn(output)}`);
  process.exit(code);
}

/** How often a long step reports that it is still running. */
const progressMs = 10_000;

/**
 * Runs a step and reports it on standard error (standard output may be an archive): once when it begins, then every ten
 * seconds with the elapsed time and, if `howFar` is given, its progress. Returns the result of `work`.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {() => string} [howFar]
 * @returns {Promise<T>}
 */
export async function withProgress(what, work, howFar) {
  let tookMs = 0;
  console.error(`${what} …`);
  const timer = setInterval(() => {
    tookMs += progressMs;
    console.error(`${what} … ${tookMs / 1000} s${howFar ? `, ${howFar()}` : ''}`);
  }, progressMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Returns why a folder with something missing cannot be repaired from here; null if it can.
 * @param {string} folder
 * @param {string} lack
 */
export function whyNotWritable(folder, lack) {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch {
    return `${lack}, and ${folder} cannot be written to from here. Run \`npm run build\` there, as its owner and with the same PUBLIC_URL.`;
  }
}

/** @param {string} lack */
function requireWritable(lack) {
  const reason = whyNotWritable(root, lack);
  if (reason === null) return;
  console.error(reason);
  process.exit(1);
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
const installedFile = join(root, 'node_modules/.installed');

/** Whether the packages are installed in the versions of the lockfile. */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  if (existsSync(installedFile)) return readFileSync(installedFile, 'utf8') === lockHash();
  if (!isNewerThanLock()) return false;
  writeFileSync(installedFile, lockHash());
  return true;
}

/**
 * Installs the packages if they are missing or do not match the lockfile. Of several processes one installs, and the
 * others wait for it.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  requireWritable('The packages are not those of package-lock.json');
  mkdirSync(join(root, 'builds'), { recursive: true });
  const onWait = (/** @type {number} */ pid) =>
    console.error(`Process ${pid} is installing packages here. Waiting for it …`);
  await withLock(join(root, 'builds/installing'), onWait, install);
}

/** The folders of the packages that the lockfile lists for this system. */
function packagesToInstall() {
  /** @type {Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>} */
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(
      ([folder, { os, cpu, libc }]) =>
        folder !== '' &&
        (os?.includes(process.platform) ?? true) &&
        (cpu?.includes(process.arch) ?? true) &&
        !libc?.includes('musl'),
    )
    .map(([folder]) => join(root, folder, 'package.json'));
}

/**
 * @param {string[]} files
 */
const installedOf = (files) => () =>
  `${files.filter((file) => existsSync(file)).length} of ${files.length} packages`;

async function install() {
  if (isInstalled()) return;
  const hash = lockHash();
  const npm = process.env['npm_execpath'];
  // Not `npm ci`, which removes every package before it restores the few that changed.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await withProgress(
    'Installing packages',
    () =>
      npm ? runOrEnd('npm install', process.execPath, [npm, ...args]) : runOrEnd('npm install', 'npm', args),
    installedOf(packagesToInstall()),
  );
  writeFileSync(installedFile, hash);
}

/** `npm ci` or `npm install` was run manually since the lockfile last changed. */
function isNewerThanLock() {
  const theirs = join(root, 'node_modules/.package-lock.json');
  return existsSync(theirs) && statSync(theirs).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Whether there is a build of the current sources for this public address. */
export function isBuilt() {
  const file = buildStampFile(root);
  return existsSync(file) && readFileSync(file, 'utf8') === buildStamp(root);
}

/** Builds if there is no such build. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  requireWritable('There is no build of these sources for this PUBLIC_URL');
  console.error('Building (about a minute on two free cores) …');
  await runOrEnd('The build', pinnedNode, [join(root, 'scripts/build.ts')]);
}
