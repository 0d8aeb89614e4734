import { randomInt, randomUUID } from 'node:crypto';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

/** Errors that a page must never cause; every test ends by checking for them. */
interface Faults {
  /** Console errors and warnings that a test expects (the browser logs a refused request). */
  allow(pattern: RegExp): void;
}

interface Fixtures {
  faults: Faults;
  /** An email address that no other test uses. */
  freshEmail: string;
}

/** A browser that renders WebGL in software reads every frame back, and logs that. */
export const softwareGraphics = /GL Driver Message .* GPU stall due to ReadPixels/;

/** Records the errors of every page of this context. */
export function watch(context: BrowserContext, origin: string, found: string[]): void {
  const watchPage = (page: Page) => {
    page.on('console', (message) => {
      const isFault = ['error', 'warning'].includes(message.type()) && !softwareGraphics.test(message.text());
      if (isFault) found.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
  };
  context.on('page', watchPage);
  context.pages().forEach(watchPage);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`request to ${url.origin}`);
  });
}

export const test = base.extend<Fixtures>({
  // The server trusts the test machine as a proxy; a random address separates the rate limits.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
  },
  freshEmail: async ({}, use) => {
    await use(`sample-${randomUUID()}@visitor.example`);
  },
  faults: [
    async ({ context, baseURL }, use) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      watch(context, new URL(baseURL ?? '').origin, found);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(
            `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
          );
        });
      });
      await use({ allow: (pattern) => void allowed.push(pattern) });
      const unexpected = found.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      expect(unexpected, 'console, policy and network stay clean').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
