import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

/** Runs a command with only these settings; returns its output. Expects it to fail without a stack trace. */
function refusalOf(script: string, args: readonly string[], env: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).not.toContain('    at ');
  return stderr;
}

test('explains a failing command in plain words and leaves no files', () => {
  const dataDir = makeTestFolder();
  const env = { DATA_DIR: dataDir };
  const file = join(dataDir, 'studio.tar');
  expect(refusalOf('backup.ts', [file], env)).toBe(
    `There is no installation in ${dataDir}.\nThere is no backup.\n`,
  );
  // npm would print its own lines before the archive.
  expect(refusalOf('backup.ts', ['-'], { ...env, npm_lifecycle_event: 'backup' })).toContain('--silent');
  expect(refusalOf('restore.ts', [file], env)).toBe(
    `${file} cannot be read, or is not there.\nNothing was restored.\n`,
  );
  expect(refusalOf('restore.ts', [file, '--move'], env)).toContain('Usage');
  expect(refusalOf('move-database.ts', [], env)).toBe(
    'Set DATABASE_URL to the empty PostgreSQL database that is to be used.\nNothing was moved.\n',
  );
  expect(refusalOf('team-invite.ts', ['nobody'], env)).toContain(
    'Usage: npm run team:invite -- <email address> [',
  );
  const unreachable = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  expect(refusalOf('backup.ts', [file], unreachable)).toContain('ECONNREFUSED');
  expect(refusalOf('move-database.ts', [], unreachable)).toContain('There is no embedded database');
  const bucket = { ...env, FILES_URL: 's3://key:the-secret@127.0.0.1:9/studio?tls=off' };
  expect(refusalOf('move-files.ts', ['--to=elsewhere'], bucket)).toContain('Usage');
  expect(refusalOf('move-files.ts', ['--to=bucket'], env)).toContain('Set FILES_URL to the bucket');
  const away = refusalOf('move-files.ts', ['--to=bucket'], bucket);
  expect(away).toContain('Nobody answers at http://127.0.0.1:9/studio');
  expect(away).not.toContain('the-secret');
  expect(readdirSync(dataDir)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'root is sent away from the data of somebody else, who could not open what root leaves there',
  () => {
    const dataDir = makeTestFolder();
    chownSync(dataDir, 1234, 1234);
    for (const [script, ...args] of [
      ['backup.ts', join(dataDir, 'studio.tar')],
      ['restore.ts', 'studio.tar'],
      ['move-database.ts'],
      ['move-files.ts', '--to=folder'],
      ['team-invite.ts', 'noor@studio.example'],
      ['remove-sample.ts'],
    ] as const)
      expect(refusalOf(script, args, { DATA_DIR: dataDir }), script).toContain('belongs to user 1234');
    expect(readdirSync(dataDir)).toEqual([]);
  },
);
