import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// Plain JavaScript: it also runs on the machine's own Node, before anything is installed.

export const sources = [
  'src',
  'content',
  'public',
  'scripts',
  'server.ts',
  'astro.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** How a build ends whose last lines say what has to be mended (EX_DATAERR); nothing has to be added. */
export const saidWhyCode = 65;

/**
 * Every file below a path, but not what a build itself makes.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  // Node 20 has toSorted.
  return readdirSync(path)
    .toSorted()
    .filter((name) => name !== 'generated' && !/\.(test|e2e)\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * A hash of all that a build depends on: its sources and the public address, which prerendered pages hold.
 * @param {string} root
 */
export function buildStamp(root) {
  const hash = createHash('sha256').update(process.env['PUBLIC_URL'] ?? '');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Where a finished build leaves its stamp.
 * @param {string} root
 */
export function buildStampFile(root) {
  return join(root, 'dist', 'stamp');
}
