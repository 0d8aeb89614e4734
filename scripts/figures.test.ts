import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { renderFigures } from './figures.ts';

test('docs/figures.md is what `npm run figures` makes of the results: no figure in it is typed by hand', async () => {
  const page = readFileSync(join(projectRootFrom(import.meta.dirname), 'docs/figures.md'), 'utf8');
  expect(page).toBe(await renderFigures());
});
