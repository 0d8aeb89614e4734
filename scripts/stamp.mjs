import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Plain JavaScript: it also runs on the machine's own Node, before anything is installed.

export const sources = [
  'src',
  'content',
  'public',
  'database/migrations',
  'scripts',
  'server.ts',
  'astro.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Exit code of a build whose last lines list the errors to fix (EX_DATAERR); no further message is needed. */
export const saidWhyCode = 65;

/**
 * Exit code of a backup or a move of files that completed and lists files which are missing or differ from the stored
 * ones.
 */
export const incompleteCode = 3;

/**
 * Returns every file below a path, except those that a build creates.
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
 * The settings of a build, which are part of its pages.
 * @param {string} root
 */
export function buildSettings(root) {
  const { PUBLIC_URL: publicUrl = '', CONTENT_DIR: own = '' } = process.env;
  return { PUBLIC_URL: publicUrl, CONTENT_DIR: own === '' ? '' : resolve(root, own) };
}

/**
 * Returns a hash of all inputs of a build: its sources, a studio's own content and the public address, which
 * prerendered pages contain.
 * @param {string} root
 */
export function buildStamp(root) {
  const { PUBLIC_URL: publicUrl, CONTENT_DIR: own } = buildSettings(root);
  const hash = createHash('sha256').update(JSON.stringify([publicUrl, own]));
  for (const folder of own === '' ? [root] : [root, own]) {
    const parts = folder === root ? sources : readable(own);
    for (const file of parts.flatMap((part) => filesBelow(join(folder, part))))
      hash.update(`\0${file.slice(folder.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Returns the files that a build may read in a studio's folder, which may be a separate repository.
 * @param {string} own
 */
const readable = (own) =>
  existsSync(own)
    ? readdirSync(own)
        .filter((name) => !name.startsWith('.'))
        .toSorted()
    : [];

/**
 * Returns where a finished build stores its stamp.
 * @param {string} root
 */
export function buildStampFile(root) {
  return join(root, 'dist', 'stamp');
}
