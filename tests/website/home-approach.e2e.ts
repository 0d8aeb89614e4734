import { comesOnScreen, idle, layoutShiftOf, watchLayoutShift } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

test('loads content further down when the visitor comes near, without moving anything', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const askedFor = (file: string) => asked.filter((url) => url.includes(file));
  await watchLayoutShift(page);
  await page.goto('/');
  const later = { testimonials: 'antinode-hand', edutech: 'powder-g4', records: 'scale-spectrogram' };
  // The page has sent all its own requests before the browser is idle.
  await page.evaluate(idle);
  for (const file of Object.values(later)) expect(askedFor(file)).toEqual([]);
  for (const [section, file] of Object.entries(later)) {
    await comesOnScreen(page.locator(`#${section}`));
    await expect.poll(() => askedFor(file)).toHaveLength(1);
  }
  await page.evaluate(() => document.fonts.ready);
  expect(await layoutShiftOf(page)).toBe(0);
});
