import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run check`: runs every static check, all of them even when one fails. In the default tests (`TEST_TIER=default`) the compiler checks
 * the types and lint leaves out the rules that need them, which takes a third of the time.
 */
const root = join(import.meta.dirname, '..');
const isDefault = process.env['TEST_TIER'] === 'default';

// `astro-check` ignores its first two arguments.
const pages = ['--root', '.', '--tsconfig', 'tsconfig.astro.json', '--minimumFailingSeverity', 'warning'];
const lint = 'node_modules/oxlint/bin/oxlint';
const typesAndLint: [name: string, script: string, ...args: string[]][] = isDefault
  ? [
      ['types', 'node_modules/typescript-7/bin/tsc', '--project', 'tsconfig.json', '--singleThreaded'],
      ['lint', lint, '--deny-warnings'],
    ]
  : [['types and lint', lint, '--type-aware', '--type-check', '--deny-warnings']];
const checks: [name: string, script: string, ...args: string[]][] = [
  ['types of pages', 'node_modules/@astrojs/check/bin/astro-check.js', ...pages],
  ...typesAndLint,
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--cache'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  // oxfmt does not format Astro files.
  ['format of pages', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '**/*.astro'],
];

function run(script: string, args: string[]): boolean {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  return (
    spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit', env })
      .status === 0
  );
}

if (existsSync(join(root, 'scripts/generate.ts'))) run('scripts/generate.ts', []);
// The types of pages and content come from here.
run('node_modules/astro/bin/astro.mjs', ['sync', '--silent']);

const failed = checks.filter(([name, script, ...args]) => {
  console.log(`— ${name}`);
  return !run(script, args);
});
console.log(
  failed.length === 0
    ? `${checks.length} checks passed, 0 failed`
    : `${checks.length - failed.length} checks passed, ${failed.length} failed: ${failed.map(([name]) => name).join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
