import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import type { Figures } from '../drills/report.ts';
import { brokenIn, renderFigures } from './figures.ts';
import { quotedFigures } from './quoted-figures.ts';

const root = projectRootFrom(import.meta.dirname);

test('docs/figures.md is what `npm run figures` makes of the results: no figure in it is typed by hand', async () => {
  const page = readFileSync(join(root, 'docs/figures.md'), 'utf8');
  expect(page).toBe(await renderFigures());
});

const isRow = (line: string) => line.startsWith('|');
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());

test.each(Object.entries(quotedFigures()))(
  'what %s says of a measured figure is what was published last',
  (page, quotes) => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    const rows = lines.filter(isRow).map(cellsOf);
    const sentences = lines.join(' ').replaceAll(/ +/g, ' ');
    const missing = quotes.filter((quote) =>
      typeof quote === 'string'
        ? !sentences.includes(quote)
        : !rows.some((cells) => quote.every((cell, n) => cells[n + 1] === cell)),
    );
    expect(missing).toEqual([]);
  },
);

test('a published drill of fewer starts or minutes than were asked for has not kept its promise', () => {
  const published = (starts: number, minutes: string): Figures => ({
    command: 'npm run drill:starts -- 300 92 2 --node=<program>',
    date: '2026-11-26',
    machine: '',
    load: '',
    tables: [{ rows: { starts: { result: starts }, 'minutes of each': { result: minutes } } }],
    broken: [],
  });
  expect(brokenIn(published(300, '92, 92'))).toEqual([]);
  expect(brokenIn(published(256, '92, 30'))).toEqual([
    '256 starts, fewer than the 300 that were asked for',
    'servers under load for 92, 30 minutes, not 2 for the 92 that were asked for',
  ]);
});
