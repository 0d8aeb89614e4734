import type { Locator, Page } from '@playwright/test';

/** Scrolls an element into the middle of the window and waits until observers in the page have seen it there. */
export async function comesOnScreen(element: Locator): Promise<void> {
  await element.evaluate(
    (node) =>
      new Promise<void>((seen) => {
        node.scrollIntoView({ block: 'center', behavior: 'instant' });
        const observer = new IntersectionObserver((entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          seen();
        });
        observer.observe(node);
      }),
  );
}

/** Opens a page with its clock held; `page.clock.runFor` then moves it on. */
export async function openHeld(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: '2026-11-20T10:00:00Z' });
  await page.goto(path);
  await page.clock.pauseAt('2026-11-20T10:05:00Z');
}

/** Call before the page loads; `layoutShiftOf` then tells the sum of unexpected shifts. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) (window as unknown as { layoutShift: number }).layoutShift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const layoutShiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
