import { existsSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, forwardSignals, pinnedNode, requireSuccess, run } from './prepare.mjs';

// `npm run dev`, `build`, `check`, `bench`, `drill` and the like: like start and test, they install what is missing and run on the pinned
// Node, whatever Node the machine has. What follows the name goes on: `npm run bench -- page-weight`.

const [name = '', ...asked] = process.argv.slice(2);

/** @type {Record<string, string[][]>} */
const commands = {
  dev: [['scripts/generate.ts'], ['node_modules/astro/bin/astro.mjs', 'dev', ...asked]],
  build: [['scripts/build.ts']],
  check: [['scripts/check.ts']],
  drill: [['node_modules/@playwright/test/cli.js', 'test', 'tests/drills.e2e.ts', ...asked]],
  'drill:crash': [['drills/crash.ts', ...asked]],
  'drill:order': [['drills/order.ts', ...asked]],
  'drill:mail': [['node_modules/vitest/vitest.mjs', 'run', 'drills/mail.test.ts']],
  sbom: [['scripts/sbom.ts', ...asked]],
  backup: [['scripts/backup.ts', ...asked]],
  restore: [['scripts/restore.ts', ...asked]],
  'database:move': [['scripts/move-database.ts']],
  'files:move': [['scripts/move-files.ts', ...asked]],
  'sample:remove': [['scripts/remove-sample.ts']],
  'team:invite': [['dist/team-invite.mjs', ...asked]],
  bench: [
    'page-weight',
    'overlay',
    'plate',
    'voice',
    'tone',
    'static-pages',
    'submissions',
    'workspace',
    'streams',
    'idle',
    'memory',
    'sound',
    'upload',
    'compare',
    'long-recordings',
    'crowd',
    'calls',
    'lighthouse',
  ]
    .filter((bench) => asked.length === 0 || asked.includes(bench))
    .map((bench) => [
      '--import=./scripts/yaml-modules.ts',
      `bench/${bench}.ts`,
      ...asked.filter((one) => Number(one) > 0),
    ]),
};

forwardSignals();
await ensureInstalled();
if (name === 'bench' || name.startsWith('drill')) await ensureBuilt();
// Never a new build below a running server: the command of the build that is there does.
if (name === 'team:invite' && !existsSync('dist/team-invite.mjs')) await ensureBuilt();
const env = name === 'drill:mail' ? { DRILL: 'whole' } : {};
for (const command of commands[name] ?? [])
  requireSuccess(await run(pinnedNode, command, env), command.find((word) => !word.startsWith('-')) ?? name);
