import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { ensureBuilt, ensureInstalled, forwardSignals, pinnedNode, run } from './prepare.mjs';

// `npm test`: installs what is missing (a browser included), builds, and runs every check and test, all of them even
// when one fails. `npm test -- unit` runs only the steps whose names are given.

/** What waits little (checks, unit tests) runs beside what waits much (the browser); within a lane one after the other. */
const lanes = [
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
const chosen = lanes
  .map((lane) => lane.filter(({ name }) => asked.length === 0 || asked.includes(name)))
  .filter((lane) => lane.length > 0);
const isBrowserAsked = chosen.some((lane) => lane.some(({ name }) => name === 'browser'));
const scratch = scratchInMemory();
const env = {
  ...(isBrowserAsked ? { CHROME_PATH: await findBrowser() } : {}),
  ...(scratch === null ? {} : { TMPDIR: scratch }),
};

/** @type {{ name: string; code: number; seconds: number; said: string }[]} */
const results = [];

/** @param {(typeof lanes)[number]} lane */
async function runLane(lane) {
  for (const { name, args } of lane) {
    // Beside the browser tests, whose lines appear as they come, the others show theirs when they are done, or last if they failed.
    const isLive = chosen.length === 1 || name === 'browser';
    if (isLive) console.log(`\n=== ${name}`);
    const startedMs = performance.now();
    /** @type {string[]} */
    const said = [];
    const code = await run(pinnedNode, args, env, isLive ? undefined : (text) => said.push(text));
    if (!isLive && code === 0) console.log(`\n=== ${name}\n${said.join('')}`);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    results.push({ name, code, seconds, said: said.join('') });
  }
}

await Promise.all(chosen.map(runLane));

const failed = results.filter(({ code }) => code !== 0);
// What failed unseen is said last: whoever keeps only the end of the output has it too.
for (const { name, said } of failed) if (said !== '') console.log(`\n=== ${name}\n${said}`);
const lines = results.map(
  ({ name, code, seconds }) => `${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`,
);
console.log(`\n${lines.join(', ')}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
