import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { report } from '../drills/report.ts';
import { publicRoutes } from '../tests/harness/routes.ts';
import { browserOptions, startSite } from './site.ts';
import { claimCores } from './claim-cores.ts';
import { median } from './quantile.ts';

/**
 * Prints Lighthouse's mobile category scores and total blocking time for public routes: the median of three runs each. The
 * routes take turns, so that a busy moment of the machine does not fall on one alone. Pages are told that they have the cores of a
 * phone, however many there are here: where there are more than two, the home page's powder is struck by itself.
 */
const cores = 8;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const site = await startSite();
const debuggingPort = 9300 + (process.pid % 500);
const { executablePath = chromium.executablePath(), args = [] } = browserOptions();
const browser = spawn(
  executablePath,
  [
    ...args,
    '--headless',
    '--no-sandbox',
    `--remote-debugging-port=${debuggingPort}`,
    `--user-data-dir=${mkdtempSync(join(tmpdir(), 'antinode-lighthouse-'))}`,
    'about:blank',
  ],
  { stdio: 'ignore' },
);
type Version = { readonly webSocketDebuggerUrl: string };
const versionOf = () =>
  fetch(`http://127.0.0.1:${debuggingPort}/json/version`).then(
    async (answer) => (await answer.json()) as Version,
    () => null,
  );
let version = await versionOf();
while (!version) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  version = await versionOf();
}
const claimed = await claimCores(version.webSocketDebuggerUrl, cores);

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
if (claimed.refusal() !== null || claimed.count() === 0)
  throw new Error(`No page was told of ${cores} cores: ${claimed.refusal()}`);
const notes = [`Every page was told that it has ${cores} cores.`];
await report('lighthouse', { tables: [{ rows: Object.fromEntries(rows) }], notes });
claimed.close();
browser.kill();
await site.stop();
