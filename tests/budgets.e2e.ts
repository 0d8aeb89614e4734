import { overlayWeight } from './harness/overlay-weight.ts';
import { weigh } from './harness/page-weight.ts';
import { publicRoutes } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

const kB = 1000;

test('the overlay brings no more than 25 kB of code beyond React', () => {
  const { scripts, worklets, styles } = overlayWeight();
  expect(worklets).toHaveLength(1);
  expect(styles).toHaveLength(1);
  const code = [...scripts, ...worklets].reduce((sum, { gzip }) => sum + gzip, 0);
  expect(code).toBeGreaterThan(10 * kB);
  expect(code).toBeLessThanOrEqual(25 * kB);
});

for (const path of publicRoutes) {
  test(`${path} stays within its weight before anything is touched`, async ({ page }) => {
    const weight = await weigh(page, path);
    expect(weight.script).toBeLessThanOrEqual(5 * kB);
    expect(weight.css).toBeLessThanOrEqual(15 * kB);
    expect(weight.font).toBeLessThanOrEqual(60 * kB);
    expect(weight.html).toBeLessThanOrEqual(25 * kB);
    if (path === '/') {
      expect(weight.total).toBeLessThanOrEqual(200 * kB);
      expect(weight.requests).toBeLessThanOrEqual(15);
    }
  });

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`${path} paints its h1 largest and moves nothing at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(path, { waitUntil: 'networkidle' });
      const seen = await page.evaluate(
        () =>
          new Promise<{ largest: string | undefined; shift: number }>((resolve) => {
            let shift = 0;
            let largest: string | undefined;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                shift += (entry as PerformanceEntry & { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            new PerformanceObserver((list) => {
              const last = list.getEntries().at(-1) as LargestContentfulPaint | undefined;
              largest = last?.element?.closest('h1')?.tagName ?? last?.element?.outerHTML.slice(0, 120);
              requestAnimationFrame(() => resolve({ largest, shift }));
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      expect(seen).toEqual({ largest: 'H1', shift: 0 });
    });
  }
}
