import type { Page } from '@playwright/test';
import { expect, test } from './harness/test.ts';

const lab = (page: Page, name: string) =>
  page.locator('#services details').filter({ has: page.getByRole('heading', { name, exact: true }) });
const labs = ['Research & Consultations Lab', 'EduTech Lab', 'Records', 'Productions Lab'];

/** Names of the labs that stand open. */
async function openLabs(page: Page): Promise<string[]> {
  const isOpen = await Promise.all(
    labs.map((name) => lab(page, name).evaluate((element) => element.matches('[open]'))),
  );
  return labs.filter((_, index) => isOpen[index]);
}

test('one lab is open at a time, and a click on the open one closes it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#services summary h3')).toHaveText(labs);
  expect(await openLabs(page)).toEqual(['Productions Lab']);
  for (const name of labs.slice(0, 3)) {
    await lab(page, name).locator('summary').click();
    expect(await openLabs(page)).toEqual([name]);
  }
  await lab(page, 'Records').locator('summary').click();
  expect(await openLabs(page)).toEqual([]);
});

test("a lab's panel is never taller than 800 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/');
  for (const name of labs) {
    await expect(lab(page, name).locator('summary + div')).toHaveCSS('max-height', '800px');
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('#research scrolls to the Research & Consultations Lab and opens it', async ({ page }) => {
      await page.goto('/#research');
      const research = lab(page, 'Research & Consultations Lab');
      await expect(research.locator('summary')).toBeInViewport({ ratio: 1 });
      await expect(research.getByRole('link', { name: 'Ask the Research Lab' })).toBeVisible();
      await expect(lab(page, 'Productions Lab').getByRole('link')).toBeHidden();
    });
  });
}

test('an in-page link to #research opens it too, and again after it was closed', async ({ page }) => {
  await page.goto('/');
  const research = lab(page, 'Research & Consultations Lab');
  for (const round of [1, 2]) {
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '#research';
      document.body.append(link);
      link.click();
      link.remove();
    });
    await expect(research, `round ${round}`).toHaveAttribute('open');
    await research.locator('summary').click();
    await expect(research, `round ${round}`).not.toHaveAttribute('open');
  }
});

test('the Productions Lab has three sub-tabs that a keyboard moves through', async ({ page }) => {
  await page.goto('/');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const panel = lab(page, 'Productions Lab').getByRole('tabpanel');
  await expect(page.getByRole('tab')).toHaveText(['Pre-Production', 'Production', 'Post-Production']);
  await expect(tab('Production')).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveAccessibleName('Production');
  await tab('Production').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Post-Production'],
    ['ArrowRight', 'Pre-Production'],
    ['ArrowLeft', 'Post-Production'],
    ['Home', 'Pre-Production'],
    ['End', 'Post-Production'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(panel).toHaveAccessibleName(name);
    await expect(panel).toHaveCount(1);
  }
  await tab('Pre-Production').click();
  await expect(panel).toContainText('Spotting and brief');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the three stages stand one under the other', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('tablist')).toBeHidden();
    await expect(page.getByRole('tabpanel')).toHaveCount(3);
    for (const name of ['Pre-Production', 'Production', 'Post-Production']) {
      await expect(page.getByRole('heading', { level: 4, name, exact: true })).toBeVisible();
    }
  });
});
