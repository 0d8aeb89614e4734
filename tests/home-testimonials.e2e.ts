import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/test.ts';
import { comesOnScreen, openHeld } from './harness/on-screen.ts';

const notesOf = (page: Page) => page.getByRole('button', { name: /^Testimonial \d$/ });
const slidesOf = (page: Page) => page.locator('#testimonials li');
const away = { x: 5, y: 300 };

async function expectCurrent(page: Page, number: number): Promise<void> {
  await expect(page.locator('#testimonials [aria-current=true]')).toHaveAccessibleName(
    `Testimonial ${number}`,
  );
  const inert = await slidesOf(page).evaluateAll((slides) =>
    slides.map((slide) => (slide as HTMLElement).inert),
  );
  expect(inert).toEqual([1, 2, 3, 4].map((each) => each !== number));
}

/** The home page with its clock held, at the testimonials. */
async function visit(page: Page): Promise<Locator> {
  await openHeld(page, '/');
  const section = page.locator('#testimonials');
  await page.mouse.move(away.x, away.y);
  await comesOnScreen(section.getByRole('list', { name: 'Testimonials' }));
  return section;
}

test('a testimonial stands for six seconds, then the next one comes, and after the last the first', async ({
  page,
}) => {
  await visit(page);
  await expectCurrent(page, 1);
  for (const number of [2, 3, 4, 1]) {
    await page.clock.runFor(5999);
    await expectCurrent(page, number === 1 ? 4 : number - 1);
    await page.clock.runFor(1);
    await expectCurrent(page, number);
    await expect(slidesOf(page).nth(number - 1)).toBeInViewport({ ratio: 0.9 });
  }
});

test('choosing a note shows its testimonial and ends the rotation', async ({ page }) => {
  await visit(page);
  await notesOf(page).nth(2).click();
  await expectCurrent(page, 3);
  await expect(slidesOf(page).nth(2)).toBeInViewport({ ratio: 0.9 });
  await page.mouse.move(away.x, away.y);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(12_000);
  await expectCurrent(page, 3);
});

test('the rotation pauses and resumes by its button', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', { name: 'Pause rotation' }).click();
  await page.clock.runFor(12_000);
  await expectCurrent(page, 1);
  await page.getByRole('button', { name: 'Resume rotation' }).click();
  await page.clock.runFor(6000);
  await expectCurrent(page, 2);
});

test('pointing at the testimonials or having focus in them stops the rotation', async ({ page }) => {
  await visit(page);
  await slidesOf(page).first().hover();
  await page.clock.runFor(12_000);
  await expectCurrent(page, 1);
  await page.mouse.move(away.x, away.y);
  await notesOf(page).first().focus();
  await page.clock.runFor(12_000);
  await expectCurrent(page, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(6000);
  await expectCurrent(page, 2);
});

test('the rotation stops while the testimonials are off screen', async ({ page }) => {
  const section = await visit(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(section).not.toBeInViewport();
  await page.clock.runFor(30_000);
  await expectCurrent(page, 1);
});

test('under reduced motion the testimonials stand still until somebody resumes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  await page.clock.runFor(30_000);
  await expectCurrent(page, 1);
  await page.getByRole('button', { name: 'Resume rotation' }).click();
  await page.clock.runFor(6000);
  await expectCurrent(page, 2);
});

test('swiping makes the testimonial one arrives at the current one and ends the rotation', async ({
  page,
}) => {
  const section = await visit(page);
  const row = section.getByRole('list', { name: 'Testimonials' });
  await row.hover();
  await page.mouse.wheel(700, 0);
  await expect(notesOf(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: 'Resume rotation' })).toBeVisible();
  await expectCurrent(page, 2);
});

test('each testimonial carries its rating in words, and the sample notice stands below', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#testimonials').getByRole('img', { name: '5 out of 5' })).toHaveCount(4);
  await expect(page.getByText('The people and companies are invented for this site.')).toBeVisible();
});

test('without JavaScript all four testimonials can be read, and no control pretends to work', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  const section = page.locator('#testimonials');
  await expect(section.getByRole('figure')).toHaveCount(4);
  await expect(section.getByRole('button')).toHaveCount(0);
  await section.getByText('Audio director, Lowtide Games').scrollIntoViewIfNeeded();
  await expect(section.getByText('Audio director, Lowtide Games')).toBeInViewport();
  await context.close();
});
