import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeLock, type FileLock } from '#src/platform/file-lock.ts';
import { buildSettings } from './stamp.mjs';

// Builds are in `builds/<id>`, each complete and never changed. `dist` is a link to the one that the next start uses. A
// build is created in `builds/draft`, so that a failed or killed one changes nothing else.

const askAgainMs = 200;
const buildId = /^[0-9a-f]{12}$/;
/** Pages of a build request these; the names contain a content hash. */
const assets = 'client/_astro';

/** The folder of a build, named by the stamp of its inputs. */
export const buildFolder = (root: string, stamp: string): string => join(root, 'builds', stamp.slice(0, 12));

/** Takes the lock for builds in this checkout; null while another build is running. */
export function lockBuilds(root: string): FileLock | null {
  mkdirSync(join(root, 'builds'), { recursive: true });
  return takeLock(join(root, 'builds/lock'));
}

/** Takes the lock for builds in this checkout; waits, and reports it once, while another build is running. */
export async function waitForBuilds(root: string): Promise<FileLock> {
  let lock = lockBuilds(root);
  if (lock === null) process.stderr.write('Another build is under way here. Waiting for it …\n');
  while (lock === null) {
    await wait(askAgainMs);
    lock = lockBuilds(root);
  }
  return lock;
}

/** Creates an empty folder to build in. */
export function makeDraft(root: string): string {
  const draft = join(root, 'builds/draft');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  return draft;
}

/** Gives a folder the files of another: by hard links where the file system supports them, otherwise as copies. */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** The same for one file. Replacing a file, as npm does, does not change the other link. */
export function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** The build that the next start uses; null if there is none. */
function currentBuild(root: string): string | null {
  const link = lstatSync(join(root, 'dist'), { throwIfNoEntry: false });
  return link?.isSymbolicLink() ? basename(readlinkSync(join(root, 'dist'))) : null;
}

/** Removes an unused build. A server that starts on it meanwhile is refused, as the lock is held. */
function removeIfUnused(folder: string): void {
  const lock = takeLock(join(folder, 'in-use'));
  if (lock === null) return;
  rmSync(folder, { recursive: true });
  lock.release();
}

/**
 * Makes the scripts and styles of earlier builds available in this one, for pages that were loaded from them: `earlier`
 * holds those that it no longer contains.
 */
function keepEarlierAssets(folder: string, others: readonly string[]): void {
  const earlier = join(folder, 'earlier');
  rmSync(earlier, { recursive: true, force: true });
  mkdirSync(join(earlier, '_astro'), { recursive: true });
  for (const other of others.map((one) => join(one, assets)))
    for (const name of existsSync(other) ? readdirSync(other) : []) {
      const target = join(earlier, '_astro', name);
      if (!existsSync(join(folder, assets, name)) && !existsSync(target)) linkFile(join(other, name), target);
    }
}

/** Turns a draft into a build. Its stamp is written last. */
export function finishDraft(draft: string, folder: string, stamp: string): void {
  // Its server holds a shared lock on this while it runs.
  writeFileSync(join(draft, 'in-use'), '');
  writeFileSync(join(draft, 'stamp'), stamp);
  renameSync(draft, folder);
}

/**
 * Makes a finished build the one that the next start uses, in one step, and removes the others except those that a
 * server uses and the previous one. Files of running servers do not change.
 */
export function switchTo(root: string, folder: string): void {
  const before = currentBuild(root);
  if (before === basename(folder)) return;
  const builds = readdirSync(join(root, 'builds')).filter((name) => buildId.test(name));
  for (const name of builds)
    if (![basename(folder), before].includes(name)) removeIfUnused(join(root, 'builds', name));
  const others = builds.map((name) => join(root, 'builds', name)).filter((other) => other !== folder);
  keepEarlierAssets(folder, others);
  const link = join(root, 'builds/dist');
  rmSync(link, { force: true });
  symlinkSync(join('builds', basename(folder)), link);
  renameSync(link, join(root, 'dist'));
}

/** Makes a finished build of these settings the one that the next start uses, and reports it. */
export function takeBuild(root: string, folder: string): void {
  switchTo(root, folder);
  const { PUBLIC_URL: publicUrl, CONTENT_DIR: words } = buildSettings(root);
  const madeFor = [publicUrl || 'no PUBLIC_URL', words === '' ? '' : `, with the words of ${words}`].join('');
  process.stdout.write(`The next start takes ${relative(root, folder)}, for ${madeFor}.\n`);
}
