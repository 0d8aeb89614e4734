import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { publicRoutes } from '../tests/harness/routes.ts';
import { browserOptions, startSite } from './site.ts';
import { median } from './quantile.ts';

/** Prints Lighthouse's mobile category scores for every public route: the median of three runs each. */
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
while (
  !(await fetch(`http://127.0.0.1:${debuggingPort}/json/version`).then(
    (answer) => answer.ok,
    () => false,
  ))
) {
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const wanted = process.argv.slice(2);
const rows: Record<string, Record<string, number>> = {};
for (const path of wanted.length > 0 ? wanted : publicRoutes) {
  const runs: Record<string, number[]> = {};
  for (let run = 0; run < 3; run += 1) {
    const result = await lighthouse(
      `${site.origin}${path}`,
      { port: debuggingPort, output: 'json', logLevel: 'error', onlyCategories: [...categories] },
      { extends: 'lighthouse:default', settings: { formFactor: 'mobile' } },
    );
    for (const [id, category] of Object.entries(result?.lhr.categories ?? {})) {
      (runs[id] ??= []).push(Math.round((category.score ?? 0) * 100));
    }
    if (process.env['VERBOSE']) {
      for (const audit of Object.values(result?.lhr.audits ?? {})) {
        if (audit.score !== null && audit.score < 0.9)
          console.log(path, audit.id, audit.displayValue ?? audit.title);
      }
    }
  }
  rows[path] = Object.fromEntries(Object.entries(runs).map(([id, scores]) => [id, median(scores)]));
}
console.table(rows);
browser.kill();
await site.stop();
