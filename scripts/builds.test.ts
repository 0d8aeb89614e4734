import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareLock } from '#src/platform/file-lock.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import {
  buildFolder,
  finishDraft,
  linkFolder,
  lockBuilds,
  makeDraft,
  switchTo,
  waitForBuilds,
} from './builds.ts';

const stampOf = (letter: string) => letter.repeat(64);

/** Builds with these assets in a checkout and switches to that build. Returns the build's folder. */
function build(root: string, letter: string, assets: readonly string[] = []): string {
  const lock = lockBuilds(root);
  const folder = buildFolder(root, stampOf(letter));
  const draft = makeDraft(root);
  mkdirSync(join(draft, 'client/_astro'), { recursive: true });
  for (const name of assets) writeFileSync(join(draft, 'client/_astro', name), name);
  finishDraft(draft, folder, stampOf(letter));
  switchTo(root, folder);
  lock?.release();
  return folder;
}

const current = (root: string) => realpathSync(join(root, 'dist'));

test('uses the newest build at the next start and keeps the one before', () => {
  const root = realpathSync(makeTestFolder());
  const [first, second, third] = [build(root, 'a'), build(root, 'b'), build(root, 'c')];
  expect(current(root)).toBe(third);
  expect([first, second, third].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  switchTo(root, second);
  expect(current(root)).toBe(second);
  expect(readFileSync(join(root, 'dist/stamp'), 'utf8')).toBe(stampOf('b'));
});

test('changes nothing when switching to the current build', () => {
  const root = realpathSync(makeTestFolder());
  const [first, second] = [build(root, 'a'), build(root, 'b')];
  switchTo(root, second);
  expect(existsSync(first)).toBe(true);
  expect(current(root)).toBe(second);
});

test('keeps a build that a server uses until the server has ended', () => {
  const root = realpathSync(makeTestFolder());
  const first = build(root, 'a', ['page-1.js']);
  const server = shareLock(join(first, 'in-use'));
  build(root, 'b');
  build(root, 'c');
  expect(readFileSync(join(first, 'client/_astro/page-1.js'), 'utf8')).toBe('page-1.js');
  server?.release();
  build(root, 'd');
  expect(existsSync(first)).toBe(false);
});

test('serves the assets of earlier builds that were used or current', () => {
  const root = realpathSync(makeTestFolder());
  const first = build(root, 'a', ['same.js', 'used-1.js']);
  const server = shareLock(join(first, 'in-use'));
  build(root, 'b', ['same.js', 'page-2.js']);
  const third = build(root, 'c', ['same.js', 'page-3.js']);
  server?.release();
  const has = ['same.js', 'used-1.js', 'page-2.js', 'page-3.js'].filter((name) =>
    existsSync(join(third, 'earlier/_astro', name)),
  );
  expect(has).toEqual(['used-1.js', 'page-2.js']);
});

test('keeps the previous build after an aborted one, whose files the next build removes', () => {
  const root = realpathSync(makeTestFolder());
  const first = build(root, 'a');
  writeFileSync(join(makeDraft(root), 'half'), '');
  expect(current(root)).toBe(first);
  expect(existsSync(join(build(root, 'b'), 'half'))).toBe(false);
});

test('does not run two builds at once', () => {
  const root = makeTestFolder();
  const lock = lockBuilds(root);
  expect(lockBuilds(root)).toBeNull();
  lock?.release();
  expect(lockBuilds(root)).not.toBeNull();
});

test("waits for another process's build and continues once it has ended", async () => {
  const root = makeTestFolder();
  const program = `import { lockBuilds } from './scripts/builds.ts';
    const lock = lockBuilds(${JSON.stringify(root)}); console.log('has it'); setInterval(() => lock, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program]);
  await once(other.stdout, 'data');
  let isOver = false;
  const waiting = waitForBuilds(root).finally(() => (isOver = true));
  await wait(500);
  expect(isOver).toBe(false);
  other.kill('SIGKILL');
  (await waiting).release();
});

test("keeps a build's packages when they are replaced later", () => {
  const root = makeTestFolder();
  mkdirSync(join(root, 'from/inner'), { recursive: true });
  writeFileSync(join(root, 'from/inner/index.js'), 'old');
  linkFolder(join(root, 'from'), join(root, 'to'));
  writeFileSync(join(root, 'new'), 'new');
  renameSync(join(root, 'new'), join(root, 'from/inner/index.js'));
  expect(readFileSync(join(root, 'to/inner/index.js'), 'utf8')).toBe('old');
});
