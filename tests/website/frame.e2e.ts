import { content } from '../harness/content.ts';
import { entries, headerOf, hubName, menuButtonOf, menuOf } from '../harness/frame.ts';
import { hasStandIns, noStandIns } from '../harness/stand-in-fonts.ts';
import { expect, test } from '../harness/test.ts';

// every-page.e2e.ts checks the frame of every page.
const phone = { width: 390, height: 844 };
const { assistant, forms, system } = content;
const { destinations, header: words, mobileBar } = system;

test('follows a menu item and closes the menu', { tag: '@default' }, async ({ page }) => {
  await page.goto('/');
  for (const [label, href] of [entries[1], entries[7]]) {
    await menuButtonOf(page).click();
    await expect(menuButtonOf(page)).toHaveAccessibleName(words.closeMenu);
    await menuOf(page).getByRole('link', { name: label }).click();
    await expect(menuOf(page)).toBeHidden();
    await expect(menuButtonOf(page)).toHaveAccessibleName(words.openMenu);
    await expect(page).toHaveURL(href);
    await expect(page.locator(href.slice(1))).toBeInViewport();
    await expect(page.locator(href.slice(1))).toBeFocused();
  }
  await menuButtonOf(page).click();
  await menuOf(page).getByRole('link', { name: destinations.post }).click();
  await expect(page).toHaveURL('/post');
  await expect(menuOf(page)).toBeHidden();
});

test("neither scrolls nor moves the page behind a phone's menu with classic scroll bars", async ({
  playwright,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  const page = await browser.newPage({ viewport: phone, baseURL: baseURL ?? '' });
  await page.goto('/');
  const widthOf = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const width = await widthOf();
  expect(width).toBeLessThan(phone.width);
  await menuButtonOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  expect(await widthOf()).toBe(width);
  for (const y of [30, 400]) {
    await page.mouse.move(150, y);
    await page.mouse.wheel(0, 3000);
  }
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await browser.close();
});

for (const viewport of [{ width: 1440, height: 900 }, phone]) {
  test(`Escape and the button close the menu and return the focus at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/production');
    await menuButtonOf(page).focus();
    await page.keyboard.press('Enter');
    await expect(menuOf(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menuOf(page).getByRole('link', { name: system.keyDestinations.home })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menuOf(page)).toBeHidden();
    await expect(menuButtonOf(page)).toBeFocused();
    await menuButtonOf(page).click();
    await expect(menuOf(page)).toBeVisible();
    await menuButtonOf(page).click();
    await expect(menuOf(page)).toBeHidden();
  });
}

test('does not move the header when the italics load after the page', async ({ page }) => {
  test.skip(!(await hasStandIns(page)), noStandIns);
  const held = Promise.withResolvers<void>();
  await page.route(/italic[^/]*\.woff2$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const hub = headerOf(page).getByRole('link', { name: words.hub });
  const isItalicHere = () =>
    page.evaluate(() =>
      [...document.fonts].some(
        ({ family, style, status }) =>
          family.includes('Antinode Score') && style === 'italic' && status === 'loaded',
      ),
    );
  const leftOf = () => hub.evaluate((link) => link.getBoundingClientRect().left);
  // The other fonts have loaded.
  for (const font of ['500 1rem "Antinode Grotesk"', '1rem "Antinode Score"'])
    await page.evaluate((name) => document.fonts.load(name), font);
  expect(await isItalicHere()).toBe(false);
  const before = await leftOf();
  held.resolve();
  await expect.poll(isItalicHere).toBe(true);
  await page.evaluate(() => document.fonts.ready);
  // Every browser ignores a movement of less than 3 px.
  expect(Math.abs((await leftOf()) - before)).toBeLessThan(3);
});

test('closes the menu on a click outside', async ({ page }) => {
  await page.goto('/');
  await menuButtonOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  await page.mouse.click(40, 500);
  await expect(menuOf(page)).toBeHidden();
});

test('opens the discovery call from the menu and returns the focus to it', async ({ page }) => {
  await page.goto('/consulting');
  await menuButtonOf(page).click();
  await menuOf(page).getByRole('link', { name: words.call }).click();
  await expect(menuOf(page)).toBeHidden();
  const dialog = page.getByRole('dialog', { name: forms['discovery-call'].title });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menuButtonOf(page)).toBeFocused();
});

test("shows a phone's menu as a full-height sheet with a separate label of the hub", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await expect(headerOf(page).getByText(words.hubNote).first()).toBeHidden();
  await menuButtonOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  const bar = await page.getByRole('navigation', { name: mobileBar.name }).boundingBox();
  const top = (await headerOf(page).boundingBox())?.height ?? 0;
  await expect
    .poll(() => menuOf(page).boundingBox())
    .toEqual({ x: 0, y: top, width: phone.width, height: (bar?.y ?? 0) - top });
  await expect(menuOf(page).getByRole('link', { name: hubName })).toBeDisabled();
  await expect(menuOf(page).getByRole('listitem')).toHaveCount(entries.length);
});

test("starts a phone's bar with the contact form and opens the assistant from it", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: mobileBar.name });
  await expect(page.getByRole('button', { name: assistant.bubble.open })).toBeHidden();
  await bar.getByRole('link', { name: mobileBar.start }).click();
  await expect(page.locator('#contact')).toBeInViewport();
  await page.goto('/research');
  await page.getByRole('button', { name: mobileBar.chat, exact: true }).click();
  await expect(page.getByRole('dialog', { name: assistant.panel })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: mobileBar.chat, exact: true })).toBeFocused();
  await bar.getByRole('link', { name: mobileBar.start }).click();
  await expect(page).toHaveURL('/#contact');
});

test('skips to the content with the first tab stop', async ({ page }) => {
  await page.goto('/post');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: system.skipLink });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('forbids scripts to create markup or scripts from text, also by a policy of their own', async ({
  page,
  faults,
}) => {
  faults.allow(/trusted-types|TrustedTypePolicy|Trusted|policy violation/);
  await page.goto('/');
  const tried = await page.evaluate(() => {
    const attempts = [
      () => Reflect.get(window, 'trustedTypes').createPolicy('own', { createHTML: (text: string) => text }),
      () =>
        Reflect.get(window, 'trustedTypes').createPolicy('default', { createHTML: (text: string) => text }),
      () => (document.body.innerHTML = '<p>made of text</p>'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
  expect(tried).toEqual(['refused', 'refused', 'refused']);
});
