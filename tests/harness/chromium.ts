import type { BrowserType } from '@playwright/test';
import { expressionOf, type ForeignBrowser } from './foreign-browser.ts';
import { softwareGraphics } from './test.ts';

/** Chromium with scroll bars that take up space, as in the other two engines, behind the same interface. */
export async function startChromium(
  chromium: BrowserType,
): Promise<{ ok: true; browser: Omit<ForeignBrowser, 'perform'> }> {
  const browser = await chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    const isFault = ['error', 'warning'].includes(message.type()) && !softwareGraphics.test(message.text());
    // The message only states that something did not load; its location names it.
    if (isFault) faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  return {
    ok: true,
    browser: {
      name: 'Chromium',
      goto: async (url) => void (await page.goto(url)),
      evaluate: async (run, ...args) => JSON.parse(await page.evaluate<string>(expressionOf(run, args))),
      resize: (width, height) => page.setViewportSize({ width, height }),
      picture: () => page.screenshot(),
      faults: async () => faults,
      close: () => browser.close(),
    },
  };
}
