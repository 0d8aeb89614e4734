import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('reports an invalid setting before anything is built', () => {
  // There is no build for this address.
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
