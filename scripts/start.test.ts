import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a wrong setting is reported before anything is built', () => {
  // No build is of this address.
  const env = { PATH: process.env['PATH'], PUBLIC_URL: 'nowhere', PORT: 'x' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('PUBLIC_URL must be');
  expect(stderr).toContain('PORT must be');
  expect(stdout).not.toContain('Building');
});
