import type { Locator, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { comesOnScreen, openHeld } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

const words = content.testimonials;
const nameOf = (number: number) => fill(words.slide, { number: `${number}` });
const notesOf = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${fill(words.slide, { number: '\\d' })}$`) });
const slidesOf = (page: Page) => page.locator('#testimonials li');
const away = { x: 5, y: 300 };

async function expectCurrent(page: Page, number: number): Promise<void> {
  await expect(page.locator('#testimonials [aria-current=true]')).toHaveAccessibleName(nameOf(number));
  const inert = () =>
    slidesOf(page).evaluateAll((slides) => slides.map((slide) => (slide as HTMLElement).inert));
  await expect.poll(inert).toEqual([1, 2, 3, 4].map((each) => each !== number));
}

/** The home page with its clock stopped, at the testimonials. */
async function visit(page: Page): Promise<Locator> {
  await openHeld(page, '/');
  const section = page.locator('#testimonials');
  await page.mouse.move(away.x, away.y);
  await comesOnScreen(section.getByRole('list', { name: words.title }));
  return section;
}

const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

test('shows each testimonial for six seconds, and the first again after the last', async ({ page }) => {
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

test('stops the rotation on its button, hover, focus, scrolling away or choosing a note', async ({
  page,
}) => {
  const section = await visit(page);

  await test.step('the button pauses and resumes it', async () => {
    await page.getByRole('button', { name: words.pause }).click();
    await page.clock.runFor(12_000);
    await expectCurrent(page, 1);
    await page.getByRole('button', { name: words.resume }).click();
    await page.clock.runFor(6000);
    await expectCurrent(page, 2);
    await page.mouse.move(away.x, away.y);
    await blur(page);
  });

  await test.step('pointing and focus', async () => {
    await slidesOf(page).nth(1).hover();
    await page.clock.runFor(12_000);
    await expectCurrent(page, 2);
    await page.mouse.move(away.x, away.y);
    await notesOf(page).first().focus();
    await page.clock.runFor(12_000);
    await expectCurrent(page, 2);
    await blur(page);
    await page.clock.runFor(6000);
    await expectCurrent(page, 3);
  });

  await test.step('off screen', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(section).not.toBeInViewport();
    await comesOnScreen(page.locator('#home'));
    await page.clock.runFor(30_000);
    await expectCurrent(page, 3);
  });

  await test.step('a chosen note shows its testimonial and ends it', async () => {
    await comesOnScreen(section.getByRole('list', { name: words.title }));
    await notesOf(page).nth(0).click();
    await expectCurrent(page, 1);
    await expect(slidesOf(page).nth(0)).toBeInViewport({ ratio: 0.9 });
    await page.mouse.move(away.x, away.y);
    await blur(page);
    await page.clock.runFor(12_000);
    await expectCurrent(page, 1);
  });
});

test('makes the testimonial reached by swiping the current one and ends the rotation', async ({ page }) => {
  const section = await visit(page);
  await section.getByRole('list', { name: words.title }).hover();
  await page.mouse.wheel(700, 0);
  await expect(notesOf(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: words.resume })).toBeVisible();
  await expectCurrent(page, 2);
});

test('stands still under reduced motion until resumed; each has its rating in words and a sample notice', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const section = await visit(page);
  const rating = fill(words.rating, { rating: '5' });
  await expect(section.getByRole('img', { name: rating })).toHaveCount(words.items.length);
  await expect(page.getByText(words.notice)).toBeVisible();
  await page.clock.runFor(30_000);
  await expectCurrent(page, 1);
  await page.getByRole('button', { name: words.resume }).click();
  await page.clock.runFor(6000);
  await expectCurrent(page, 2);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows all four testimonials as text without scripts, and nothing looks interactive', async ({
    page,
  }) => {
    await page.goto('/');
    const section = page.locator('#testimonials');
    await expect(section.getByRole('figure')).toHaveCount(4);
    await expect(section.getByRole('button')).toHaveCount(0);
    const { role, company } = words.items[3] ?? {};
    await section.getByText(`${role}, ${company}`).scrollIntoViewIfNeeded();
    await expect(section.getByText(`${role}, ${company}`)).toBeInViewport();
  });
});

for (const width of [1440, 390]) {
  test(`keeps the margin line of the ruled paper next to its text at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const note = slidesOf(page)
      .filter({ has: page.locator('[data-ruling]') })
      .first();
    const leftOf = (part: Locator) => part.evaluate((node) => node.getBoundingClientRect().left);
    expect(await leftOf(note.locator('[data-ruling] > line'))).toBeLessThan(
      await leftOf(note.locator('blockquote')),
    );
  });
}

for (const width of [1440, 390, 320]) {
  test(`does not overlap lines of a quote at ${width} px with text at 200 %`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const leadings = await slidesOf(page)
      .locator('blockquote')
      .evaluateAll((quotes) =>
        quotes.map((quote) => {
          const { lineHeight, fontSize } = getComputedStyle(quote);
          return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
        }),
      );
    expect(leadings).toHaveLength(words.items.length);
    for (const leading of leadings) expect(leading).toBeGreaterThan(1);
  });
}
