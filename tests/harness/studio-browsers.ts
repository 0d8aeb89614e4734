import { randomInt } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { test as base } from './studio.ts';
import { expect, watch } from './test.ts';

interface Fixtures {
  /**
   * A separate browser on the test's studio: another address, with the same checks as the first. It uses the session of
   * these requests; without them it is signed out.
   */
  createBrowserToken: (signedIn?: APIRequestContext) => Promise<Page>;
}

/** Tests in which several people use one studio at the same time. */
export const test = base.extend<Fixtures>({
  createBrowserToken: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    const found: string[] = [];
    await use(async (signedIn) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        ...(signedIn ? { storageState: await signedIn.storageState() } : {}),
        extraHTTPHeaders: { 'X-Forwarded-For': `10.9.${randomInt(256)}.${randomInt(256)}` },
      });
      contexts.push(context);
      watch(context, new URL(baseURL ?? '').origin, found);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(found, 'console, policy and network stay clean').toEqual([]);
  },
});

export { expect };
