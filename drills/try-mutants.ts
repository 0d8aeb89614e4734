import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutant-copy.ts';
import type { Line, Plan } from './mutant-runner.ts';

/** A process that says nothing for so long is hung by the mutant that it tries. */
const silentMs = 150_000;
const lookMs = 1000;
/** A mutant that ends its process so often is killed by that. */
const mostSpoilt = 2;

/** Runs tests of the copy by the plan; resolves with what the runner said once the process has ended. */
async function runTests(copy: string, plan: Plan, tests: readonly string[], env = {}): Promise<Line[]> {
  const [planPath, linesPath] = [join(copy, 'plan.json'), join(copy, 'lines.jsonl')];
  writeFileSync(planPath, JSON.stringify(plan));
  writeFileSync(linesPath, '');
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'drills/mutants.config.ts', ...tests];
  const child = spawn(process.execPath, program, {
    cwd: copy,
    env: { ...process.env, PLAN: planPath, LINES: linesPath, ...env },
    stdio: [
      'ignore',
      process.env['VERBOSE'] ? 'inherit' : 'ignore',
      process.env['VERBOSE'] ? 'inherit' : 'ignore',
    ],
    detached: true,
  });
  const watch = setInterval(() => {
    if (Date.now() - statSync(linesPath).mtimeMs > silentMs && child.pid) process.kill(-child.pid, 'SIGKILL');
  }, lookMs);
  // It is a group of its own, which the end of this process would leave behind.
  const leave = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  process.prependOnceListener('exit', leave);
  await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', leave);
  clearInterval(watch);
  const lines = existsSync(linesPath) ? readFileSync(linesPath, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

export type Reach = {
  /** The tests that reach a mutant, in the order in which they run. */
  readonly testsOf: ReadonlyMap<string, readonly string[]>;
  /** Mutants that are reached only while modules load. */
  readonly loaded: ReadonlySet<string>;
  /** Test files in which something fails with the code as it is. */
  readonly broken: ReadonlySet<string>;
};

export const fileOf = (test: string) => test.slice(0, test.indexOf('#'));

/** Runs these test files once as they are, and says which of their tests reach which mutant. */
export async function findReach(copy: string, tests: readonly string[]): Promise<Reach> {
  const testsOf = new Map<string, string[]>();
  const loaded = new Set<string>();
  const broken = new Set<string>();
  for (const line of await runTests(copy, { tries: null, alone: [] }, tests)) {
    if ('broken' in line) broken.add(fileOf(line.broken));
    if ('loads' in line) for (const mutant of line.loads) loaded.add(mutant);
    if (!('covers' in line)) continue;
    for (const mutant of line.mutants) {
      const known = testsOf.get(mutant);
      if (known) known.push(line.covers);
      else testsOf.set(mutant, [line.covers]);
    }
  }
  const onlyLoaded = new Set([...loaded].filter((mutant) => !testsOf.has(mutant)));
  return { testsOf, loaded: onlyLoaded, broken };
}

const roomOf = (file: string) => file.split('/').slice(0, 3).join('/');

const isNamesake = (test: string, file: string) =>
  fileOf(test).replace(/\.test\.tsx?$/, '') === file.replace(/\.tsx?$/, '');

/** How far a test is from a file: the file's own test, one of the same room, one of another. */
function distanceOf(test: string, file: string): number {
  if (isNamesake(test, file)) return 0;
  return roomOf(test) === roomOf(file) ? 1 : 2;
}
const distances = [0, 1, 2];

/** Tries each mutant with the tests that reach it until one fails, the nearest first. Returns those that were killed. */
export async function tryMutants(
  copy: string,
  mutants: readonly Mutant[],
  testsOf: Reach['testsOf'],
): Promise<Set<string>> {
  const killed = new Set<string>();
  for (const distance of distances) {
    const left = mutants.filter(({ id }) => !killed.has(id));
    const tests = new Map(
      left.map(({ id, file }): [string, string[]] => [
        id,
        (testsOf.get(id) ?? []).filter((test) => distanceOf(test, file) === distance),
      ]),
    );
    for (const id of await tryWith(copy, left, tests)) killed.add(id);
  }
  return killed;
}

/** Starts a new process whenever one was given up, until every mutant is decided. */
async function tryWith(
  copy: string,
  mutants: readonly Mutant[],
  testsOf: Reach['testsOf'],
): Promise<Set<string>> {
  const killed = new Set<string>();
  const passed = new Map(mutants.map(({ id }): [string, Set<string>] => [id, new Set()]));
  const spoilt = new Map<string, number>();
  const broken = new Set<string>();
  for (;;) {
    const alone = [...spoilt].filter(([id, times]) => times > 0 && !killed.has(id)).map(([id]) => id);
    const tries: Record<string, string[]> = {};
    // What spoils a process is tried first, each alone.
    const [first] = alone;
    for (const { id } of first === undefined ? mutants : mutants.filter((one) => one.id === first)) {
      if (killed.has(id)) continue;
      for (const test of testsOf.get(id) ?? []) {
        if (!broken.has(test) && !passed.get(id)?.has(test)) (tries[test] ??= []).push(id);
      }
    }
    const files = [...new Set(Object.keys(tries).map(fileOf))];
    if (files.length === 0 && first === undefined) return killed;
    const before = killed.size + [...passed.values()].reduce((sum, { size }) => sum + size, 0);
    let begun: string | null = null;
    for (const line of await runTests(copy, { tries, alone }, files)) {
      if ('begun' in line) begun = line.begun;
      if ('broken' in line) broken.add(line.broken);
      if (!('tried' in line)) continue;
      if (line.isKilled) killed.add(line.tried);
      else passed.get(line.tried)?.add(line.test);
      if (begun === line.tried) begun = null;
    }
    if (begun !== null) spoilt.set(begun, (spoilt.get(begun) ?? 0) + 1);
    if (begun !== null && (spoilt.get(begun) ?? 0) >= mostSpoilt) killed.add(begun);
    if (first !== undefined && begun === null) spoilt.set(first, 0);
    const after = killed.size + [...passed.values()].reduce((sum, { size }) => sum + size, 0);
    console.log(`  ${killed.size} killed, ${after} tries decided`);
    if (after === before && begun === null && first === undefined) {
      if (broken.size > 0) console.log(`  tests that fail as they are: ${[...broken].join('; ')}`);
      return killed;
    }
  }
}

/**
 * Tries one mutant of what modules compute as they load, in processes of its own: one with the tests that lie beside its file, and
 * one with the others that reach that file.
 */
export async function tryLoaded(
  copy: string,
  { id, file }: Mutant,
  fileReach: ReadonlySet<string>,
): Promise<boolean> {
  const isBeside = (test: string) => dirname(test) === dirname(file);
  const reach = [...fileReach];
  for (const tests of [reach.filter(isBeside), reach.filter((test) => !isBeside(test))]) {
    if (tests.length === 0) continue;
    const program = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests];
    const child = spawn(process.execPath, [...program, '-t', '^(?!.*on PostgreSQL)'], {
      cwd: copy,
      env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: id },
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) return true;
  }
  return false;
}

export const removeCopy = (copy: string) => rmSync(copy, { recursive: true, force: true });
