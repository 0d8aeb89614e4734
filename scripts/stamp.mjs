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

/** How a build ends whose last lines say what has to be mended (EX_DATAERR); nothing has to be added. */
export const saidWhyCode = 65;

/** How a backup or a move of files ends that has done its work and names files which are missing or are not what was stored. */
export const incompleteCode = 3;

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
 * The settings that a build is made for, which are in its pages.
 * @param {string} root
 */
export function buildSettings(root) {
  const { PUBLIC_URL: publicUrl = '', CONTENT_DIR: own = '' } = process.env;
  return { PUBLIC_URL: publicUrl, CONTENT_DIR: own === '' ? '' : resolve(root, own) };
}

/**
 * A hash of all that a build depends on: its sources, a studio's own words and the public address, which prerendered pages hold.
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
 * What a build may read of a studio's folder, which may be a repository of its own.
 * @param {string} own
 */
const readable = (own) =>
  existsSync(own)
    ? readdirSync(own)
        .filter((name) => !name.startsWith('.'))
        .toSorted()
    : [];

/**
 * Where a finished build leaves its stamp.
 * @param {string} root
 */
export function buildStampFile(root) {
  return join(root, 'dist', 'stamp');
}
