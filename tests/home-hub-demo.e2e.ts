import type { Locator, Page } from '@playwright/test';
import { comesOnScreen, layoutShiftOf, openHeld, watchLayoutShift } from './harness/on-screen.ts';
import { expect, test } from './harness/test.ts';

const away = { x: 5, y: 300 };
const demoOf = (page: Page) => page.getByRole('region', { name: 'Demonstration with sample data' });
const percentOf = (page: Page) => demoOf(page).getByText(/^\d+%$/);

/** The home page with its clock held, at the hub's demonstration. */
async function visit(page: Page): Promise<Locator> {
  await openHeld(page, '/');
  await page.mouse.move(away.x, away.y);
  await comesOnScreen(demoOf(page));
  return demoOf(page);
}

test('the sample project rises by 2 percent every 100 ms from 0 to 100, and begins again', async ({
  page,
}) => {
  await watchLayoutShift(page);
  await visit(page);
  await expect(percentOf(page)).toHaveText('0%');
  await page.clock.runFor(99);
  await expect(percentOf(page)).toHaveText('0%');
  await page.clock.runFor(1);
  await expect(percentOf(page)).toHaveText('2%');
  await page.clock.runFor(4900);
  await expect(percentOf(page)).toHaveText('100%');
  await page.clock.runFor(100);
  await expect(percentOf(page)).toHaveText('0%');
  expect(await layoutShiftOf(page)).toBe(0);
});

test('the figure widens as it rises, from the narrowest to the widest', async ({ page }) => {
  await visit(page);
  await expect(percentOf(page)).toHaveCSS('font-variation-settings', '"wdth" 62');
  await page.clock.runFor(2500);
  await expect(percentOf(page)).toHaveCSS('font-variation-settings', '"wdth" 93.5');
  await page.clock.runFor(2500);
  await expect(percentOf(page)).toHaveCSS('font-variation-settings', '"wdth" 125');
});

test('the demonstration pauses and resumes by its button', async ({ page }) => {
  const demo = await visit(page);
  await demo.getByRole('button', { name: 'Pause the demonstration' }).click();
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('0%');
  await demo.getByRole('button', { name: 'Resume the demonstration' }).click();
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('20%');
});

test('pointing at the demonstration, having focus in it or scrolling away stops it', async ({ page }) => {
  const demo = await visit(page);
  await demo.getByText('Delivery sheet').hover();
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('0%');
  await page.mouse.move(away.x, away.y);
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('20%');
  await demo.getByRole('button', { name: 'Hide' }).focus();
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('20%');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(demo).not.toBeInViewport();
  await comesOnScreen(page.locator('#home'));
  await page.clock.runFor(1000);
  await expect(percentOf(page)).toHaveText('20%');
});

test('under reduced motion the demonstration stands still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  const resting = await percentOf(page).textContent();
  await page.clock.runFor(10_000);
  await expect(percentOf(page)).toHaveText(resting ?? '');
});

test('a step can be approved and taken back', async ({ page }) => {
  const demo = await visit(page);
  const step = demo.getByRole('listitem').filter({ hasText: 'Reel 3 mix, version 2' });
  const approve = step.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toHaveAttribute('aria-pressed', 'false');
  await expect(approve).toHaveAccessibleDescription('Reel 3 mix, version 2');
  await expect(step.getByText('Waiting for you')).toBeVisible();
  await approve.click();
  const approved = step.getByRole('button', { name: 'Approved', exact: true });
  await expect(approved).toHaveAttribute('aria-pressed', 'true');
  await expect(step.getByText('Waiting for you')).toBeHidden();
  await approved.click();
  await expect(approve).toHaveAttribute('aria-pressed', 'false');
});

test('the activity log hides and shows', async ({ page }) => {
  const demo = await visit(page);
  const entry = demo.getByText('uploaded Tidewater_R3_mix_v2.wav');
  const hide = demo.getByRole('button', { name: 'Hide', exact: true });
  await expect(hide).toHaveAttribute('aria-expanded', 'true');
  await hide.click();
  await expect(entry).toBeHidden();
  const show = demo.getByRole('button', { name: 'Show', exact: true });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(entry).toBeVisible();
});

test('without JavaScript the demonstration is a picture: all of it can be read, nothing pretends to work', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(percentOf(page)).toHaveText('68%');
  await expect(demoOf(page).getByText('Approved 3 Nov')).toBeVisible();
  await expect(demoOf(page).getByText('milestone “Reel 3” is 80 percent complete')).toBeVisible();
  await expect(demoOf(page).getByRole('button')).toHaveCount(0);
  await context.close();
});

test('"Start onboarding" leads to the contact section', async ({ page }) => {
  await page.goto('/');
  await page.locator('#visibility-hub').getByRole('link', { name: 'Start onboarding' }).click();
  await expect(page).toHaveURL(/#contact$/);
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport();
});
