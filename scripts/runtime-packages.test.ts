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

test('a server takes along the packages that its programs name, and no others', () => {
  const programs = [
    'import { Pool } from "pg";\nimport fs from "node:fs";import"./own.mjs";',
    "const load = () => import('pg/lib/client.js'); require.resolve(\"@fonts/latin/a.ttf\"); import 'unknown';",
  ];
  expect(packagesNamedIn(lock, programs)).toEqual(['@fonts/latin', 'pg']);
});

test('each package comes with what it needs, in the version that it finds', () => {
  expect(packageFolders(lock, ['pg'])).toEqual([
    'node_modules/pg',
    'node_modules/pg/node_modules/pg-types',
    'node_modules/shared',
  ]);
});
