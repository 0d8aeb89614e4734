import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { figuresFolder, type Figures } from '../drills/report.ts';
import { renderFigures } from './figures.ts';

const pageOf = (name: string) =>
  readFileSync(join(projectRootFrom(import.meta.dirname), 'docs', name), 'utf8').replaceAll(/\s+/g, ' ');

/** The first cell of a published result that a row and a column name. */
function figureOf(name: string, row: string, column: string): string {
  const { tables } = JSON.parse(readFileSync(join(figuresFolder, `${name}.json`), 'utf8')) as Figures;
  const rows = tables.flatMap((table) => (Array.isArray(table.rows) ? [] : Object.entries(table.rows)));
  const cell = rows.find(([named]) => named === row)?.[1][column];
  if (cell === undefined) throw new Error(`figures/${name}.json has no ${row}, ${column}`);
  return String(cell);
}

test('docs/figures.md is what `npm run figures` makes of the results: no figure in it is typed by hand', async () => {
  const page = readFileSync(join(projectRootFrom(import.meta.dirname), 'docs/figures.md'), 'utf8');
  expect(page).toBe(await renderFigures());
});

test('what is said of memory is what was measured', () => {
  const columns = ['after the start, MB', 'after work', 'a minute later', 'most at any time'] as const;
  const [started, worked, rested, most] = columns.map((column) => figureOf('memory', 'embedded', column));
  const [startedPg, workedPg, , mostPg] = columns.map((column) => figureOf('memory', 'PostgreSQL', column));
  const [loaded, loadedPg] = ['load-embedded', 'load-postgres-1'].map((name) =>
    figureOf(name, 'memory at most, MB', 'result'),
  );
  const operations = pageOf('operations.md');
  expect(operations).toContain(
    `With the embedded database one process holds ${started} MB after its start, ${worked} MB after ordinary work and ${rested} MB a minute later, with ${most} MB at most for a moment.`,
  );
  expect(operations).toContain(
    `On PostgreSQL it holds ${startedPg} MB after its start, ${workedPg} MB after ordinary work and ${mostPg} MB at most.`,
  );
  expect(operations).toContain(
    `the most was ${loaded} MB with the embedded database and ${loadedPg} MB on PostgreSQL.`,
  );
  const growing = pageOf('growing.md');
  expect(growing).toContain(
    `${started} and ${loaded} MB embedded, ${startedPg} and ${loadedPg} MB on PostgreSQL`,
  );
  expect(growing).toContain(`1,000 × (${startedPg} to ${workedPg} MB on PostgreSQL`);
});
