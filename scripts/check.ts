import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run check`: every static check, all of them even when one fails. */
const root = join(import.meta.dirname, '..');

const checks: [name: string, script: string, ...args: string[]][] = [
  ['types', 'node_modules/@astrojs/check/bin/astro-check.js', '--minimumFailingSeverity', 'warning'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
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
