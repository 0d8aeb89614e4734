import { content } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { hero } = content.home;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(
  "leads from the hero's buttons to their sections with the focus, and has the ten sections in order",
  { tag: '@default' },
  async ({ page }) => {
    await page.goto('/');
    const ids = await page.locator('main > section').evaluateAll((sections) => sections.map(({ id }) => id));
    expect(ids).toEqual([
      'home',
      'about',
      'services',
      'brief',
      'blog',
      'testimonials',
      'visibility-hub',
      'edutech',
      'records',
      'contact',
    ]);
    for (const { name, section } of [
      { name: hero.start, section: 'contact' },
      { name: hero.edutech, section: 'edutech' },
      { name: hero.hub, section: 'visibility-hub' },
    ]) {
      await test.step(name, async () => {
        await page.locator('#home').getByRole('link', { name }).click();
        await expect(page.locator(`#${section}`)).toBeFocused();
        await expect(page.locator(`#${section} h2`).first()).toBeInViewport();
      });
    }
  },
);

test('shows six articles in the knowledge hub, newest first, each with a link to its page', async ({
  page,
}) => {
  await page.goto('/');
  const days = await page
    .locator('#blog time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(days).toHaveLength(6);
  expect(days).toEqual(days.toSorted().toReversed());
  await expect(page.locator('#blog time').first()).toHaveText('12 Nov 2026');
  const title = await page.locator('#blog h3').first().innerText();
  await page.locator('#blog article').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(title);
});
