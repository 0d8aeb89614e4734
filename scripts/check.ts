import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packages from '#package.json' with { type: 'json' };

/** `npm run check`: every static check, all of them even when one fails. */
const root = join(import.meta.dirname, '..');

// The lint needs the types of everything but the pages, and so checks them: the compiler's own check would reckon them again.
// `astro-check` overlooks its first two arguments. Prettier remembers which contents were well formatted, by its own version.
const pages = ['--root', '.', '--tsconfig', 'tsconfig.astro.json', '--minimumFailingSeverity', 'warning'];
const remembered = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=node_modules/.cache/prettier-plugin-astro-${packages.devDependencies['prettier-plugin-astro']}`,
];
const checks: [name: string, script: string, ...args: string[]][] = [
  ['types of pages', 'node_modules/@astrojs/check/bin/astro-check.js', ...pages],
  ['types and lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', ...remembered, '.'],
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
