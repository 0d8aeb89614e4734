import { content } from '../harness/content.ts';
import { entries, headerOf, hubName, menuButtonOf, menuOf } from '../harness/frame.ts';
import { hasStandIns, noStandIns } from '../harness/stand-in-fonts.ts';
import { expect, test } from '../harness/test.ts';

// That every page stands in the frame is checked where every page is visited.
const phone = { width: 390, height: 844 };
const { assistant, forms, system } = content;
const { destinations, header: words, mobileBar } = system;

test('choosing an entry of the menu goes there and closes it', { tag: '@default' }, async ({ page }) => {
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

test('where scroll bars take room, the page behind the menu of a phone neither scrolls nor moves', async ({
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
  test(`Escape and the button close the menu and focus goes back at ${viewport.width} px`, async ({
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

test('the header stands still when the italics come after the page', async ({ page }) => {
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
  // The other fonts have come.
  for (const font of ['500 1rem "Antinode Grotesk"', '1rem "Antinode Score"'])
    await page.evaluate((name) => document.fonts.load(name), font);
  expect(await isItalicHere()).toBe(false);
  const before = await leftOf();
  held.resolve();
  await expect.poll(isItalicHere).toBe(true);
  await page.evaluate(() => document.fonts.ready);
  // What moves by less than 3 px counts as standing still to every browser.
  expect(Math.abs((await leftOf()) - before)).toBeLessThan(3);
});

test('a click outside closes the menu', async ({ page }) => {
  await page.goto('/');
  await menuButtonOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  await page.mouse.click(40, 500);
  await expect(menuOf(page)).toBeHidden();
});

test('the discovery call opens from the menu and gives focus back to it', async ({ page }) => {
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

test("a phone's menu is a sheet of the whole height, with the hub's label apart", async ({ page }) => {
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

test("a phone's bar starts at the contact form and opens the assistant", async ({ page }) => {
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

test('the first stop of the Tab key skips to the content', async ({ page }) => {
  await page.goto('/post');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: system.skipLink });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('no script makes markup or scripts from text, by a policy of its own either', async ({
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
