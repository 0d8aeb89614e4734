import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { browserVersion, findBrowser } from './find-browser.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  forwardSignals,
  isBuilt,
  pinnedNode,
  requireSuccess,
  root,
  run,
} from './prepare.mjs';

// `npm test` installs what is missing (including a browser), builds, and runs the default tests: types, lint and
// format, the unit tests on one database engine, and each main path once in a browser. `npm test -- all` runs
// everything, `npm test -- <project>` all tests of one project. Every step runs, even after one has failed.

/**
 * A program that the pinned Node runs, as one line of the result.
 * @typedef {{ name: string; args: string[] }} Step
 * @typedef {{ name: string; code: number; seconds: number }} Result
 */

const checkStep = { name: 'check', args: ['scripts/check.ts'] };
const unitStep = { name: 'unit', args: ['node_modules/vitest/vitest.mjs', 'run'] };
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];

/** The projects of the end-to-end tests: the folders of `tests` that have any. */
const projects = readdirSync(join(root, 'tests')).filter(
  (name) =>
    !name.includes('.') && readdirSync(join(root, 'tests', name)).some((file) => file.endsWith('.e2e.ts')),
);

const asked = process.argv.slice(2);
const known = ['all', 'check', 'unit', ...projects];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown project: ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
  process.exit(1);
}
const isDefault = asked.length === 0;
const isEverything = asked.includes('all');

/** @param {string} name */
const isAsked = (name) => isDefault || isEverything || asked.includes(name);
const askedProjects = projects.filter(isAsked);

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Returns a folder in memory for the databases and files of the tests, which never wait for a disk there; null if
 * memory is short.
 */
function scratchInMemory() {
  if (!existsSync(memoryFolder)) return null;
  const { bavail, bsize } = statfsSync(memoryFolder);
  if (Math.min(bavail * bsize, freemem()) < neededBytes) return null;
  const folder = mkdtempSync(join(memoryFolder, 'antinode-test-'));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

forwardSignals();
await ensureInstalled();
const browser = askedProjects.length > 0 ? await findBrowser() : null;
if (browser !== null) console.log(`Browser: ${browserVersion(browser)} (${browser})`);
const scratch = scratchInMemory();
const env = {
  TEST_TIER: isDefault ? 'default' : 'all',
  ...(browser === null ? {} : { CHROME_PATH: browser }),
  ...(scratch === null ? {} : { TMPDIR: scratch }),
};

/** @type {Result[]} */
const results = [];
/** The output of failed steps that was not shown while they ran. */
let failedOutput = '';

/**
 * Runs a step and keeps its result. The output of one that runs next to others is shown once it has ended.
 * @param {Step} step
 * @param {boolean} isAlone
 */
async function runStep({ name, args }, isAlone) {
  if (isAlone) console.log(`\n=== ${name}`);
  const startedMs = performance.now();
  let output = `\n=== ${name}\n`;
  const code = await run(pinnedNode, args, env, isAlone ? undefined : (text) => (output += text));
  if (!isAlone && code === 0) console.log(output);
  if (!isAlone && code !== 0) failedOutput += output;
  results.push({ name, code, seconds: Math.round((performance.now() - startedMs) / 1000) });
}

async function build() {
  if (isBuilt()) return;
  const startedMs = performance.now();
  await ensureBuilt();
  results.push({ name: 'build', code: 0, seconds: Math.round((performance.now() - startedMs) / 1000) });
}

// The build needs one CPU: the checks and unit tests run next to it. They also need its generated files.
const quickSteps = [checkStep, unitStep].filter(({ name }) => isAsked(name));
if (quickSteps.length > 0)
  requireSuccess(await run(pinnedNode, ['scripts/generate.ts']), 'scripts/generate.ts');
await Promise.all([
  askedProjects.length > 0 ? build() : undefined,
  ...quickSteps.map((step) => runStep(step, quickSteps.length === 1 && askedProjects.length === 0)),
]);
if (askedProjects.length > 0) {
  const selection = isDefault ? ['--grep', '@default'] : askedProjects.map((name) => `--project=${name}`);
  await runStep({ name: 'end-to-end', args: [...playwright, ...selection] }, true);
  // A second run shows what happened; it changes no result.
  if (isDefault && results.at(-1)?.code !== 0) {
    console.log('\n=== what failed, with a trace (test-results/*/trace.zip)');
    await run(pinnedNode, [...playwright, '--last-failed', '--trace=on'], env);
  }
}

const failed = results.filter(({ code }) => code !== 0);
// Repeated at the end for anyone who keeps only the last lines.
if (failedOutput !== '') console.log(failedOutput);
console.log(
  `\n${results.map(({ name, code, seconds }) => `${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`).join(', ')}`,
);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
