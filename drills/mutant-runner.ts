import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type TestTryOptions,
} from 'vitest';

/** Which mutants each test is tried with, by the test's id; null asks which mutants each test reaches. */
export type Plan = {
  readonly tries: Readonly<Record<string, readonly string[]>> | null;
  /** Mutants that are tried first in a process of their own, so that their kills count whatever they leave behind. */
  readonly alone: readonly string[];
};
export type Line =
  | { readonly covers: string; readonly mutants: readonly string[] }
  | { readonly loads: readonly string[] }
  | { readonly begun: string; readonly test: string }
  | { readonly tried: string; readonly test: string; readonly isKilled: boolean }
  | { readonly spoilt: string }
  | { readonly broken: string };

/** What the instrumented code reads and writes. */
type Switch = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
};

const hitLimit = 100_000;
/** A killed mutant that took so long has left something running. */
const longTryMs = 30_000;
const { PLAN: planPath = '', LINES: linesPath = '' } = process.env;
const plan = JSON.parse(readFileSync(planPath, 'utf8')) as Plan;
const say = (line: Line) => appendFileSync(linesPath, `${JSON.stringify(line)}\n`);
const switchName = '__stryker__';
const mutantSwitch = (Reflect.get(globalThis, switchName) ?? {}) as Switch;
Reflect.set(globalThis, switchName, mutantSwitch);
const killed = new Set<string>();

const nameOf = (task: RunnerTask): string =>
  task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name;
const idOf = (test: RunnerTestCase) => `${relative(process.cwd(), test.file.filepath)}#${nameOf(test)}`;

/** The process ends here and now; whoever started it goes on in a new one. */
function leave(line: Line): never {
  say(line);
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

/**
 * Runs each test of the plan again and again in one process that keeps its database: as it is, and then with one mutant after the
 * other. After each kill the test has to pass again as it is, or what was killed may be another's doing, and the process is given up.
 */
export default class MutantRunner extends TestRunner {
  private waiting: string[] = [];
  private now: string | null = null;
  private mustPass = true;
  private last: string | null = null;
  private beganMs = 0;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (plan.tries === null || (test.mode !== 'run' && test.mode !== 'queued')) return;
    this.waiting = (plan.tries[idOf(test)] ?? []).filter((mutant) => !killed.has(mutant));
    this.mustPass = true;
    this.last = null;
    if (this.waiting.length === 0) test.mode = 'skip';
    else test.repeats = 2 * this.waiting.length + 1;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.beganMs = performance.now();
    if (plan.tries === null) {
      mutantSwitch.currentTestId = idOf(test);
      return;
    }
    this.now = this.mustPass ? null : (this.waiting.shift() ?? null);
    // Nothing is left to be tried with this test.
    if (!this.mustPass && this.now === null) test.context.skip();
    if (this.now !== null) say({ begun: this.now, test: idOf(test) });
    Object.assign(mutantSwitch, { hitCount: 0, hitLimit, activeMutant: this.now ?? undefined });
  }

  onTaskFinished(): void {
    // What is tidied up after the test is tidied up by the code as it is.
    mutantSwitch.activeMutant = undefined;
    mutantSwitch.currentTestId = undefined;
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    if (!test.result) return;
    const isFailed = test.result.state === 'fail';
    if (plan.tries === null) {
      if (isFailed) say({ broken: idOf(test) });
      return;
    }
    const now = this.now;
    if (now === null && test.result.state !== 'skip') {
      if (isFailed) leave(this.last === null ? { broken: idOf(test) } : { spoilt: this.last });
      if (this.last !== null) say({ tried: this.last, test: idOf(test), isKilled: true });
      this.mustPass = false;
      this.last = null;
    }
    if (now !== null && isFailed) {
      killed.add(now);
      this.last = now;
      this.mustPass = true;
      if (plan.alone.includes(now)) leave({ tried: now, test: idOf(test), isKilled: true });
      if (performance.now() - this.beganMs > longTryMs) leave({ spoilt: now });
    } else if (now !== null) say({ tried: now, test: idOf(test), isKilled: false });
    if (test.result.state === 'skip') return;
    test.result.state = 'pass';
    delete test.result.errors;
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    if (plan.tries !== null) return;
    const { mutantCoverage } = mutantSwitch;
    for (const [covers, reached] of Object.entries(mutantCoverage?.perTest ?? {})) {
      say({ covers, mutants: Object.keys(reached) });
    }
    // Also where nothing is reached yet: a process that says nothing is taken for one that hangs.
    say({ loads: Object.keys(mutantCoverage?.static ?? {}) });
    if (mutantCoverage) mutantCoverage.perTest = {};
  }
}
