import type { Locator, Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { comesOnScreen, layoutShiftOf, openHeld, watchLayoutShift } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

const { hub } = content.home;
const away = { x: 5, y: 300 };
const waitingStep = hub.steps.find(({ approved }) => !approved)?.title ?? '';
const demoOf = (page: Page) => page.getByRole('region', { name: hub.notice });
const percentOf = (page: Page) => demoOf(page).getByText(/^\d+%$/);

/** The home page with its clock stopped, at the hub's demonstration. */
async function visit(page: Page): Promise<Locator> {
  await openHeld(page, '/');
  await page.mouse.move(away.x, away.y);
  await comesOnScreen(demoOf(page));
  return demoOf(page);
}

test(
  'raises the sample project by 2 percent every 100 ms from 0 to 100, widening, and starts again',
  { tag: '@default' },
  async ({ page }) => {
    await watchLayoutShift(page);
    await visit(page);
    const percent = percentOf(page);
    await expect(percent).toHaveText('0%');
    await expect(percent).toHaveCSS('font-variation-settings', '"wdth" 62');
    await page.clock.runFor(99);
    await expect(percent).toHaveText('0%');
    await page.clock.runFor(1);
    await expect(percent).toHaveText('2%');
    await page.clock.runFor(2400);
    await expect(percent).toHaveCSS('font-variation-settings', '"wdth" 93.5');
    await page.clock.runFor(2500);
    await expect(percent).toHaveText('100%');
    await expect(percent).toHaveCSS('font-variation-settings', '"wdth" 125');
    await page.clock.runFor(100);
    await expect(percent).toHaveText('0%');
    expect(await layoutShiftOf(page)).toBe(0);
  },
);

test('stops the demonstration on its button, hover, focus or scrolling away', async ({ page }) => {
  const demo = await visit(page);
  /** Its state after another second. */
  const expectAfterASecond = async (text: string) => {
    await page.clock.runFor(1000);
    await expect(percentOf(page)).toHaveText(text);
  };
  await demo.getByRole('button', { name: hub.pause }).click();
  await expectAfterASecond('0%');
  await demo.getByRole('button', { name: hub.resume }).click();
  await expectAfterASecond('20%');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await demo.getByText(hub.steps.at(-1)?.title ?? '').hover();
  await expectAfterASecond('20%');
  await page.mouse.move(away.x, away.y);
  await expectAfterASecond('40%');

  await demo.getByRole('button', { name: hub.log.hide }).focus();
  await expectAfterASecond('40%');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expectAfterASecond('60%');

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(demo).not.toBeInViewport();
  await comesOnScreen(page.locator('#home'));
  await expectAfterASecond('60%');
});

test('stands still under reduced motion; a step can be approved and withdrawn, and the log hidden and shown', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const demo = await visit(page);
  const resting = (await percentOf(page).textContent()) ?? '';
  await page.clock.runFor(10_000);
  await expect(percentOf(page)).toHaveText(resting);

  await test.step('a step is approved', async () => {
    const step = demo.getByRole('listitem').filter({ hasText: waitingStep });
    const approve = step.getByRole('button', { name: hub.approve, exact: true });
    await expect(approve).toHaveAttribute('aria-pressed', 'false');
    await expect(approve).toHaveAccessibleDescription(waitingStep);
    await expect(step.getByText(hub.waiting)).toBeVisible();
    await approve.click();
    const approved = step.getByRole('button', { name: hub.approved, exact: true });
    await expect(approved).toHaveAttribute('aria-pressed', 'true');
    await expect(step.getByText(hub.waiting)).toBeHidden();
    await approved.click();
    await expect(approve).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('the activity log hides and shows', async () => {
    const entry = demo.getByText(hub.log.entries[0]?.text ?? '');
    const hide = demo.getByRole('button', { name: hub.log.hide, exact: true });
    await expect(hide).toHaveAttribute('aria-expanded', 'true');
    await hide.click();
    await expect(entry).toBeHidden();
    const show = demo.getByRole('button', { name: hub.log.show, exact: true });
    await expect(show).toHaveAttribute('aria-expanded', 'false');
    await show.click();
    await expect(entry).toBeVisible();
  });

  await test.step('the way in leads to the contact section', async () => {
    await page.locator('#visibility-hub').getByRole('link', { name: hub.button }).click();
    await expect(page).toHaveURL(/#contact$/);
    await expect(page.getByRole('heading', { name: content.home.contact.title })).toBeInViewport();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the demonstration as a picture: all text is readable, and nothing looks interactive', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(percentOf(page)).toHaveText('68%');
    await expect(demoOf(page).getByText(hub.steps[0]?.approved ?? '')).toBeVisible();
    await expect(demoOf(page).getByText(hub.log.entries.at(-1)?.text ?? '')).toBeVisible();
    await expect(demoOf(page).getByRole('button')).toHaveCount(0);
  });
});
