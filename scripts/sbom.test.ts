import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { sbomOf, type Lock } from './sbom-of.ts';

const root = join(import.meta.dirname, '..');

test('the command writes every locked package with its version, hash, licence and needs', async () => {
  const folder = makeTestFolder();
  const file = join(folder, 'sbom.json');
  await promisify(execFile)(process.execPath, [join(root, 'scripts/sbom.ts'), file]);
  const sbom = JSON.parse(await readFile(file, 'utf8')) as ReturnType<typeof sbomOf>;
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  const { components, dependencies, metadata } = sbom;
  expect(components).toHaveLength(Object.keys(lock.packages).length - 1);
  const refs = new Set([metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  expect(refs.size).toBe(components.length + 1);
  for (const { ref, dependsOn } of dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);
  const pglite = components.find(({ name }) => name === 'pglite');
  expect(pglite).toMatchObject({
    group: '@electric-sql',
    scope: 'required',
    purl: `pkg:npm/%40electric-sql/pglite@${lock.packages['node_modules/@electric-sql/pglite']?.version}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    licenses: [{ expression: 'Apache-2.0' }],
  });
  expect(components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded');
});

test('a package finds what it needs in the nearest folder, upwards', () => {
  const lock: Lock = {
    packages: {
      '': { name: 'product', version: '1.0.0', dependencies: { a: '1', b: '1' } },
      'node_modules/a': {
        version: '1.0.0',
        dependencies: { b: '2', c: '1' },
        peerDependencies: { absent: '1' },
      },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', dev: true },
    },
  };
  const { dependencies } = sbomOf(lock);
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    product: ['node_modules/a', 'node_modules/b'],
    'node_modules/a': ['node_modules/a/node_modules/b', 'node_modules/c'],
    'node_modules/a/node_modules/b': ['node_modules/c'],
    'node_modules/b': [],
    'node_modules/c': [],
  });
  expect(sbomOf(lock)).toEqual(sbomOf(lock));
});
