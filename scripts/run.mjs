import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureBuilt,
  ensureInstalled,
  forwardSignals,
  pinnedNode,
  requireSuccess,
  root,
  run,
} from './prepare.mjs';
import { buildStamp } from './stamp.mjs';

// `npm run dev`, `build`, `check`, `bench`, `drill` and others: like start and test, they install missing packages and
// run on the pinned Node, whatever Node the machine has, or on that of `--node=<program>`. Further arguments are passed
// on: `npm run bench -- page-weight`.

const [name = '', ...words] = process.argv.slice(2);
const asked = words.filter((word) => word !== '--' && !word.startsWith('--node='));
const node = words.find((word) => word.startsWith('--node='))?.slice('--node='.length) ?? pinnedNode;

/** @type {Record<string, string[][]>} */
const commands = {
  dev: [['scripts/generate.ts'], ['node_modules/astro/bin/astro.mjs', 'dev', ...asked]],
  build: [['scripts/build.ts']],
  check: [['scripts/check.ts']],
  drill: [['node_modules/@playwright/test/cli.js', 'test', 'tests/operations/drills.e2e.ts', ...asked]],
  'drill:crash': [['drills/crash.ts', ...asked]],
  'drill:order': [['drills/order.ts', ...asked]],
  'drill:load': [['--import=./scripts/yaml-modules.ts', 'drills/load.ts', ...asked]],
  'drill:starts': [['drills/starts.ts', ...asked]],
  'drill:disk': [['drills/disk.ts', ...asked]],
  'drill:servers': [['drills/servers.ts', ...asked]],
  'drill:input': [['drills/input.ts', ...asked]],
  'drill:security': [['drills/security.ts']],
  'drill:mail': [['node_modules/vitest/vitest.mjs', 'run', 'drills/mail.test.ts']],
  mutate: [['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...asked]],
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
      ...asked.filter((one) => Number(one) > 0 || one.startsWith('/')),
    ]),
};

/**
 * The programs of a build that are commands, by the command's name.
 * @type {Record<string, string>}
 */
const builtCommands = {
  backup: 'backup.mjs',
  restore: 'restore.mjs',
  'database:move': 'move-database.mjs',
  'files:move': 'move-files.mjs',
  'sample:remove': 'remove-sample.mjs',
};

forwardSignals();
// A version that was built before already has a build, and nothing has to be installed: restoring an older one works at
// night.
const builtCommand = builtCommands[name];
if (name === 'build' || builtCommand !== undefined) {
  const finished = join(root, 'builds', buildStamp(root).slice(0, 12));
  const ownNode = join(finished, 'bin/node');
  if (existsSync(ownNode) && builtCommand !== undefined) {
    requireSuccess(await run(ownNode, [join(finished, builtCommand), ...asked]), name);
    process.exit(0);
  }
  if (existsSync(ownNode) && (await run(ownNode, ['scripts/take-build.ts'])) === 0) process.exit(0);
}
await ensureInstalled();
if (name === 'bench' || name.startsWith('drill')) await ensureBuilt();
// Never creates a new build below a running server: the command of the existing build is used.
if (name === 'team:invite' && !existsSync('dist/team-invite.mjs')) await ensureBuilt();
for (const command of commands[name] ?? []) {
  const program = command.find((word) => !word.startsWith('-')) ?? name;
  const env = name === 'drill:mail' ? { DRILL: 'whole' } : {};
  requireSuccess(await run(node, command, env), program);
}
