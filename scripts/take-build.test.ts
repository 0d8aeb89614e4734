import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { buildStamp } from './stamp.mjs';

test('returns to an existing build of a version and starts it without installing anything', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PUBLIC_URL', 'https://studio.example');
  vi.stubEnv('CONTENT_DIR', '');
  const root = makeTestFolder();
  const scripts = ['run', 'start', 'prepare', 'process-lock', 'stamp', 'supervise'].map(
    (name) => `${name}.mjs`,
  );
  for (const name of [...scripts, 'builds.ts', 'take-build.ts', '../src/platform/file-lock.ts'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, '..', name), join(root, name));

  const stamp = buildStamp(root);
  const id = join('builds', stamp.slice(0, 12));
  mkdirSync(join(root, id, 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, id, 'bin/node'));
  writeFileSync(join(root, id, 'stamp'), stamp);
  writeFileSync(join(root, id, 'made-for.json'), '{}');
  writeFileSync(join(root, id, 'server.mjs'), "console.log('it runs')");
  mkdirSync(join(root, 'builds', 'b'.repeat(12)));
  symlinkSync(join('builds', 'b'.repeat(12)), join(root, 'dist'));

  // Without npm, an installation would fail.
  const env = {
    PATH: '/usr/bin:/bin',
    PUBLIC_URL: 'https://studio.example',
    npm_execpath: '/nowhere/npm.js',
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  expect(run('scripts/run.mjs', 'build')).toEqual({
    status: 0,
    stdout: `The next start takes ${id}, for https://studio.example.\n`,
    stderr: '',
  });
  expect(readlinkSync(join(root, 'dist'))).toBe(id);
  expect(run('scripts/start.mjs')).toMatchObject({ status: 0, stdout: 'it runs\n', stderr: '' });
});
