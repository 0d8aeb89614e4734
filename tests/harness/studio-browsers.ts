import { randomInt } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { test as base } from './studio.ts';
import { expect, watch } from './test.ts';

interface Fixtures {
  /**
   * A browser of its own on the test's studio: another address, watched like the first. It is signed in as whoever these
   * requests are; nobody, where none are named.
   */
  createBrowserToken: (signedIn?: APIRequestContext) => Promise<Page>;
}

/** Tests in which several people use one studio at once. */
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
