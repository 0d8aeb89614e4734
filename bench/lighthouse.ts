import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { report } from '../drills/report.ts';
import { publicRoutes } from '../tests/harness/routes.ts';
import { browserOptions, startSite } from './site.ts';
import { median } from './quantile.ts';

/**
 * Prints Lighthouse's mobile category scores and total blocking time for public routes: the median of three runs each.
 * The routes take turns, so that a busy moment of the machine does not affect only one. Pages see the number of cores
 * of a phone, whatever the machine has: with more than two, the home page's powder is struck by itself.
 */
const cores = 8;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const site = await startSite();
const debuggingPort = 9300 + (process.pid % 500);
const { args = [], ...options } = browserOptions();
const browser = await chromium.launchPersistentContext('', {
  ...options,
  args: [...args, `--remote-debugging-port=${debuggingPort}`],
});
/** Core counts that the pages report; Lighthouse opens them in this browser's own context. */
const believed = new Set<number>();
await browser.exposeFunction('tellCores', (count: number) => believed.add(count));
await browser.addInitScript((count) => {
  Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
  const { tellCores } = globalThis as typeof globalThis & { tellCores: (count: number) => void };
  tellCores(navigator.hardwareConcurrency);
}, cores);

const wanted = process.argv.slice(2);
const paths = wanted.length > 0 ? wanted : publicRoutes;
const runsOf = new Map(paths.map((path): [string, Record<string, number[]>] => [path, {}]));
for (let run = 0; run < 3; run += 1) {
  for (const [path, runs] of runsOf) {
    const result = await lighthouse(
      `${site.origin}${path}`,
      { port: debuggingPort, output: 'json', logLevel: 'error', onlyCategories: [...categories] },
      { extends: 'lighthouse:default', settings: { formFactor: 'mobile' } },
    );
    for (const [id, category] of Object.entries(result?.lhr.categories ?? {})) {
      (runs[id] ??= []).push(Math.round((category.score ?? 0) * 100));
    }
    const blockedMs = result?.lhr.audits['total-blocking-time']?.numericValue;
    (runs['blocking time, ms'] ??= []).push(Math.round(blockedMs ?? Number.NaN));
    console.error(`Run ${run + 1}: ${path}`);
    if (process.env['VERBOSE']) {
      for (const audit of Object.values(result?.lhr.audits ?? {})) {
        if (audit.score !== null && audit.score < 0.9)
          console.log(path, audit.id, audit.displayValue ?? audit.title);
      }
    }
  }
}
const rows = [...runsOf].map(([path, runs]): [string, Record<string, number>] => [
  path,
  Object.fromEntries(Object.entries(runs).map(([name, values]) => [name, median(values)])),
]);
if (believed.size !== 1 || !believed.has(cores))
  throw new Error(`Not every page was told of ${cores} cores: ${[...believed].join(', ') || 'none was'}`);
const notes = [`Every page was told that it has ${cores} cores.`];
report({ tables: [{ rows: Object.fromEntries(rows) }], notes });
await browser.close();
await site.stop();
