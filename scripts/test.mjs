import { findBrowser } from './find-browser.mjs';
import { ensureBuilt, ensureInstalled, forwardSignals, pinnedNode, run } from './prepare.mjs';

// `npm test`: installs what is missing (a browser included), builds, and runs every check and test, all of them even
// when one fails. `npm test -- unit` runs only the steps whose names are given.

const steps = [
  { name: 'check', args: ['scripts/check.ts'] },
  { name: 'unit', args: ['node_modules/vitest/vitest.mjs', 'run'] },
  { name: 'browser', args: ['node_modules/@playwright/test/cli.js', 'test'] },
];

forwardSignals();
await ensureInstalled();
await ensureBuilt();

const asked = process.argv.slice(2);
const chosen = steps.filter(({ name }) => asked.length === 0 || asked.includes(name));
/** @type {{ name: string; code: number }[]} */
const results = [];
for (const { name, args } of chosen) {
  console.log(`\n=== ${name}`);
  const env = name === 'browser' ? { CHROME_PATH: await findBrowser() } : {};
  const code = await run(pinnedNode, args, env);
  results.push({ name, code });
}

const failed = results.filter(({ code }) => code !== 0);
console.log(
  `\n${results.map(({ name, code }) => `${name}: ${code === 0 ? 'passed' : 'FAILED'}`).join(', ')}`,
);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
