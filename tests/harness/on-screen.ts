import { expect, type Locator, type Page } from '@playwright/test';

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Scrolls an element into the middle of the window and waits until observers in the page have seen it there. */
export async function comesOnScreen(element: Locator): Promise<void> {
  // Content that is laid out only when it comes near can push the element out again.
  await expect(async () => {
    const isSeen = await element.evaluate(
      (node) =>
        new Promise<boolean>((resolve) => {
          node.scrollIntoView({ block: 'center', behavior: 'instant' });
          const observer = new IntersectionObserver((entries) => {
            observer.disconnect();
            resolve(entries.some((entry) => entry.isIntersecting));
          });
          observer.observe(node);
        }),
    );
    expect(isSeen).toBe(true);
  }).toPass();
}

/** Expects an element at the same position in the same size: browsers differ by a fraction of a pixel. */
export function expectSameBox(box: Box | null, before: Box | null): void {
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((box?.[side] ?? NaN) - (before?.[side] ?? NaN)), `${side}, px`).toBeLessThan(1);
}

/**
 * Resolves in a page when the browser is idle: a headless browser without new frames may never report that, and is
 * polled for five seconds.
 */
export const idle = `new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 }))`;

/** Opens a page with its clock stopped; `page.clock.runFor` then advances it. */
export async function openHeld(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: '2026-11-20T10:00:00Z' });
  await page.goto(path);
  await page.clock.pauseAt('2026-11-20T10:05:00Z');
}

/** Call before the page loads; `layoutShiftOf` then returns the sum of unexpected shifts. */
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

interface Painted {
  /** The element of the largest paint (H1 for anything inside one), or a description of it. */
  readonly largest: string | undefined;
  /** The sum of all layout shifts. */
  readonly shift: number;
}

/**
 * Returns the paint entries since the page was loaded. The last frame is reported before the response: a mark is
 * painted after it, and waited for.
 */
export const paintedOn = (page: Page): Promise<Painted> =>
  page.evaluate(
    () =>
      new Promise<Painted>((resolve) => {
        let shift = 0;
        let largest: Element | null | undefined;
        const addShifts = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number })[]) shift += entry.value;
        };
        const keepLargest = (entries: PerformanceEntryList) => {
          const last = entries.at(-1) as LargestContentfulPaint | undefined;
          if (last) largest = last.element;
        };
        const watch = (type: string, tell: (entries: PerformanceEntryList) => void) => {
          const observer = new PerformanceObserver((list) => tell(list.getEntries()));
          observer.observe({ type, buffered: true });
          return () => tell(observer.takeRecords());
        };
        const lastShifts = watch('layout-shift', addShifts);
        const lastPaints = watch('largest-contentful-paint', keepLargest);
        const mark = document.createElement('p');
        mark.setAttribute('elementtiming', 'mark');
        mark.textContent = '.';
        mark.style.cssText = 'position: fixed; inset: auto auto 0 0; margin: 0; z-index: 1000';
        watch('element', () => {
          mark.remove();
          lastShifts();
          lastPaints();
          resolve({ largest: largest?.closest('h1')?.tagName ?? largest?.outerHTML.slice(0, 120), shift });
        });
        document.body.append(mark);
      }),
  );
