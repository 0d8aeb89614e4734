import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import site from '#content/site.yaml';

test('reads content in an unbuilt program as the build does', () => {
  const program = `import site, { name } from '#content/site.yaml'; console.log(JSON.stringify({ site, name }));`;
  const args = ['--import=./scripts/yaml-modules.ts', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ site, name: site.name });
});
