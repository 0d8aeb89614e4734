import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

type Sbom = {
  readonly bomFormat: string;
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly { alg: string }[] }[];
};

test('lists the packages of an installation with their hashes, without development packages', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: join(import.meta.dirname, '..'),
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(stdout) as Sbom;
  expect(bomFormat).toBe('CycloneDX');
  const pglite = components.find(({ purl }) => purl.startsWith('pkg:npm/%40electric-sql/pglite@'));
  expect(pglite?.hashes?.map(({ alg }) => alg)).toEqual(['SHA-512']);
  expect(components.find(({ purl }) => purl.startsWith('pkg:npm/vitest@'))).toBeUndefined();
});
