import { expect, test } from 'vitest';
import { packageFolders, packagesNamedIn } from './runtime-packages.ts';

const lock = {
  packages: {
    '': {},
    'node_modules/pg': { dependencies: { 'pg-types': '2' }, optionalDependencies: { 'pg-cloudflare': '1' } },
    'node_modules/pg/node_modules/pg-types': { dependencies: { shared: '1' } },
    'node_modules/pg-types': {},
    'node_modules/shared': {},
    'node_modules/@fonts/latin': {},
    'node_modules/builder': {},
  },
};

test("includes exactly the packages that the server's programs import", () => {
  const programs = [
    'import { Pool } from "pg";\nimport fs from "node:fs";import"./own.mjs";',
    "const load = () => import('pg/lib/client.js'); require.resolve(\"@fonts/latin/a.ttf\"); import 'unknown';",
  ];
  expect(packagesNamedIn(lock, programs)).toEqual(['@fonts/latin', 'pg']);
});

test('includes the dependencies of each package in the version that it resolves', () => {
  expect(packageFolders(lock, ['pg'])).toEqual([
    'node_modules/pg',
    'node_modules/pg/node_modules/pg-types',
    'node_modules/shared',
  ]);
});
