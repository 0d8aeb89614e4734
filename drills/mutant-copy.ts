import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { conditionsOf, rulesOf } from './guards.ts';

/** A change of one place in the code, which some test should notice. */
export type Mutant = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly original: string;
  readonly replacement: string;
};

const left = new Set([
  'node_modules',
  '.git',
  'dist',
  'builds',
  'data',
  '.astro',
  'test-results',
  'playwright-report',
]);
const silent = () => undefined;
const no = () => false;
// The instrumenter's log, which says nothing.
const log = Object.fromEntries(
  ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].flatMap((level) => [
    [`is${level}Enabled`, no],
    [level.toLowerCase(), silent],
  ]),
) as unknown as ConstructorParameters<typeof Instrumenter>[0];

/** Copies the project, without what is built and installed, to a folder of its own. */
export function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'antinode-mutants-'));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !left.has(path.slice(root.length + 1)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The files that these patterns name, without tests, tables, and what only browsers run or draw. */
export const codeIn = (root: string, patterns: readonly string[]) =>
  globSync([...patterns], { cwd: root })
    .filter((file) => !/\.(test|fixture|table|client|d)\.tsx?$/.test(file))
    .toSorted();

/** Puts every mutant of these files into the copy, each switched off until it is asked for. */
export async function placeMutants(copy: string, files: readonly string[]): Promise<Mutant[]> {
  const contents = new Map(files.map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
  const { files: changed, mutants } = await new Instrumenter(log).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  for (const { name, content } of changed) writeFileSync(join(copy, name), content);
  return mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
    const lines = (contents.get(fileName) ?? '').split('\n').slice(start.line, end.line + 1);
    const original =
      lines.length === 1
        ? (lines[0] ?? '').slice(start.column, end.column)
        : (lines[0] ?? '').slice(start.column);
    return {
      id,
      file: fileName,
      line: start.line + 1,
      kind: mutatorName,
      original,
      replacement: replacement ?? '',
    };
  });
}

function placeSwitches(copy: string, files: readonly string[], kind: string, find: typeof rulesOf): Mutant[] {
  return files.flatMap((file) => {
    const path = join(copy, file);
    const { text, guards } = find(readFileSync(path, 'utf8'), `${file}:`);
    writeFileSync(path, text);
    return guards.map((guard) => ({ ...guard, file, kind }));
  });
}

/** Puts a switch around every condition of a query in these files that guards something, by which it can be left out. */
export const placeConditions = (copy: string, files: readonly string[]) =>
  placeSwitches(copy, files, 'condition', conditionsOf);

/** Puts switches into the rules of the access policy, by which each can be made weaker. */
export const placeRules = (copy: string, files: readonly string[]) =>
  placeSwitches(copy, files, 'rule', rulesOf);
