import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { accessPolicy } from './access-policy.ts';

const pages = join(projectRootFrom(import.meta.dirname), 'src/pages');

/** The routes that are rendered on request, by their files. */
const renderedRoutes = globSync('**/*.{astro,ts}', { cwd: pages })
  .filter((file) => /export const prerender = false/.test(readFileSync(join(pages, file), 'utf8')))
  .map((file) => `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`);

test('every route rendered on request is in the access policy, and nothing else is', () => {
  expect(Object.keys(accessPolicy).toSorted()).toEqual(renderedRoutes.toSorted());
});
