import { chromium } from '@playwright/test';
import { report } from '../drills/report.ts';
import { weigh, type PageWeight } from '../tests/harness/page-weight.ts';
import { publicRoutes } from '../tests/harness/routes.ts';
import { browserOptions, startSite } from './site.ts';

/** Prints the compressed bytes that every public route loads before any interaction. */
const site = await startSite();
const browser = await chromium.launch(browserOptions());
const rows: Record<string, PageWeight> = {};
for (const path of publicRoutes) {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1440, height: 900 } });
  rows[path] = await weigh(await context.newPage(), path);
  await context.close();
}
report({ tables: [{ rows }] });
await browser.close();
await site.stop();
