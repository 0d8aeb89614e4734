import { cpSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `node scripts/pack-server.ts <folder>` copies the build and its run-time dependencies into a folder, without sources,
 * build tools or tests. The server is started there with `node dist/server.mjs`, by the Node in `dist/bin`.
 */
const root = join(import.meta.dirname, '..');
const [target] = process.argv.slice(2);

if (target === undefined || existsSync(join(target, 'dist'))) {
  process.stderr.write('Usage: node scripts/pack-server.ts <new folder>\n');
  process.exit(1);
}

cpSync(realpathSync(join(root, 'dist')), join(target, 'dist'), { recursive: true, verbatimSymlinks: true });
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
