import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { browserVersion, findBrowser } from './find-browser.mjs';
import { ensureBuilt, ensureInstalled, forwardSignals, pinnedNode, run } from './prepare.mjs';

// `npm test`: installs what is missing (a browser included), builds, and runs every check and test, all of them even
// when one fails. `npm test -- unit` runs only the steps whose names are given.

/**
 * The steps of a stage run beside each other, the stages one after the other: the browser's tests alone keep two processors busy, and
 * each of them waits less on a quiet machine.
 */
const stages = [
  [
    { name: 'check', args: ['scripts/check.ts'] },
    { name: 'unit', args: ['node_modules/vitest/vitest.mjs', 'run'] },
  ],
  [{ name: 'browser', args: ['node_modules/@playwright/test/cli.js', 'test'] }],
];

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/** A folder in memory for the databases and files of the tests, whose commits would wait for a disk; none where memory is short. */
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
await ensureBuilt();

const asked = process.argv.slice(2);
const chosen = stages
  .map((steps) => steps.filter(({ name }) => asked.length === 0 || asked.includes(name)))
  .filter((steps) => steps.length > 0);
const isBrowserAsked = chosen.flat().some(({ name }) => name === 'browser');
const browser = isBrowserAsked ? await findBrowser() : null;
if (browser !== null) console.log(`Browser: ${browserVersion(browser)} (${browser})`);
const scratch = scratchInMemory();
const env = {
  ...(browser === null ? {} : { CHROME_PATH: browser }),
  ...(scratch === null ? {} : { TMPDIR: scratch }),
};

/** @type {{ name: string; code: number; seconds: number; said: string }[]} */
const results = [];

/**
 * @param {(typeof stages)[number][number]} step
 * @param {boolean} isAlone
 */
async function runStep({ name, args }, isAlone) {
  // Of steps that run beside each other, each shows its lines when it is done, or last if it failed.
  if (isAlone) console.log(`\n=== ${name}`);
  const startedMs = performance.now();
  /** @type {string[]} */
  const said = [];
  const code = await run(pinnedNode, args, env, isAlone ? undefined : (text) => said.push(text));
  if (!isAlone && code === 0) console.log(`\n=== ${name}\n${said.join('')}`);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  results.push({ name, code, seconds, said: said.join('') });
}

for (const steps of chosen) await Promise.all(steps.map((step) => runStep(step, steps.length === 1)));

const failed = results.filter(({ code }) => code !== 0);
// What failed unseen is said last: whoever keeps only the end of the output has it too.
for (const { name, said } of failed) if (said !== '') console.log(`\n=== ${name}\n${said}`);
const lines = results.map(
  ({ name, code, seconds }) => `${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`,
);
console.log(`\n${lines.join(', ')}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
