import type { Page } from '@playwright/test';
import { content, entryWith } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { labs, production } = content;
const names = labs.items.map(({ title }) => title);
const research = entryWith(labs.items, 'id', 'research');
const productions = entryWith(labs.items, 'id', 'productions');
const stages = production.stages.map(({ tab }) => tab);
const [before = '', middle = '', after = ''] = stages;

const lab = (page: Page, name: string) =>
  page.locator('#services details').filter({ has: page.getByRole('heading', { name, exact: true }) });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Names of the open labs. */
async function openLabs(page: Page): Promise<string[]> {
  const isOpen = await Promise.all(
    names.map((name) => lab(page, name).evaluate((element) => element.matches('[open]'))),
  );
  return names.filter((_, index) => isOpen[index]);
}

test(
  'opens one lab at a time, closes the open one on a click, and has no panel taller than 800 px',
  { tag: '@default' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto('/');
    await expect(page.locator('#services summary h3')).toHaveText(names);
    expect(await openLabs(page)).toEqual([productions.title]);
    for (const name of names) {
      await expect(lab(page, name).locator('summary + div')).toHaveCSS('max-height', '800px');
    }
    for (const name of names.slice(0, 3)) {
      await lab(page, name).locator('summary').click();
      await expect.poll(() => openLabs(page)).toEqual([name]);
    }
    await lab(page, names[2] ?? '')
      .locator('summary')
      .click();
    await expect.poll(() => openLabs(page)).toEqual([]);
  },
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('scrolls to the Research & Consultations Lab and opens it by #research', async ({ page }) => {
      await page.goto('/#research');
      await expect(lab(page, research.title).locator('summary')).toBeInViewport({ ratio: 1 });
      await expect(lab(page, research.title).getByRole('link', { name: research.link.label })).toBeVisible();
      await expect(lab(page, productions.title).getByRole('link')).toBeHidden();
    });
  });
}

test('moves through the three sub-tabs of the Productions Lab by keyboard; an in-page link opens another lab repeatedly', async ({
  page,
}) => {
  await page.goto('/');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const panel = lab(page, productions.title).getByRole('tabpanel');
  await expect(page.getByRole('tab')).toHaveText(stages);
  await expect(tab(middle)).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveAccessibleName(middle);
  await tab(middle).focus();
  for (const [key, name] of [
    ['ArrowRight', after],
    ['ArrowRight', before],
    ['ArrowLeft', after],
    ['Home', before],
    ['End', after],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(panel).toHaveAccessibleName(name);
    await expect(panel).toHaveCount(1);
  }
  await tab(before).click();
  await expect(panel).toContainText(production.stages[0]?.services[0]?.title ?? '');

  const linked = lab(page, research.title);
  for (const round of [1, 2]) {
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '#research';
      document.body.append(link);
      link.click();
      link.remove();
    });
    await expect(linked, `round ${round}`).toHaveAttribute('open');
    await linked.locator('summary').click();
    await expect(linked, `round ${round}`).not.toHaveAttribute('open');
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the three stages one below the other', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('tablist')).toBeHidden();
    await expect(page.getByRole('tabpanel')).toHaveCount(3);
    for (const name of stages) {
      await expect(page.getByRole('heading', { level: 4, name, exact: true })).toBeVisible();
    }
  });
});
