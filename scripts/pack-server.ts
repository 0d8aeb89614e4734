import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, packagesNamedIn } from './runtime-packages.ts';
import type { Lock } from './sbom-of.ts';

/**
 * `node scripts/pack-server.ts <folder>`: copies the build and what it needs to run into a folder, without sources and without what
 * builds and tests. The server is started there with `node dist/server.mjs`, by the Node that lies in `bin`.
 */
const root = join(import.meta.dirname, '..');
const [target] = process.argv.slice(2);

if (target === undefined || existsSync(join(target, 'package.json'))) {
  process.stderr.write('Usage: node scripts/pack-server.ts <new folder>\n');
  process.exit(1);
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const programs = globSync(['dist/*.mjs', 'dist/server/**/*.mjs'], { cwd: root });
const names = packagesNamedIn(
  lock,
  programs.map((file) => readFileSync(join(root, file), 'utf8')),
);
// Of packages for other systems the lockfile knows, too.
const folders = packageFolders(lock, names).filter((folder) => existsSync(join(root, folder)));
for (const path of ['package.json', 'LICENSE', 'dist', 'database/migrations', ...folders])
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true });
cpSync(process.execPath, join(target, 'bin/node'));
process.stdout.write(`${folders.length} packages in ${target}\n`);
