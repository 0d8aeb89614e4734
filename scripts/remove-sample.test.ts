import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

test('reports an unreachable database in plain words, without a stack trace', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'remove-sample.ts')], {
    env: { DATA_DIR: makeTestFolder(), DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'This was not done, or not all of it:\nDATABASE_URL names a database that cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});
