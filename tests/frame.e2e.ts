import type { Locator, Page } from '@playwright/test';
import { publicRoutes } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

const entries = [
  ['Home', '/#home'],
  ['Vision & Promise', '/#about'],
  ['Labs & Services', '/#services'],
  ['Project Visibility Hub', '/#visibility-hub'],
  ['EduTech Labs', '/#edutech'],
  ['Antinode Records', '/#records'],
  ['Blog', '/#blog'],
  ['Contact', '/#contact'],
  ['Production Lab', '/production'],
  ['Post-Production Lab', '/post'],
  ['Consulting Lab', '/consulting'],
  ['Research Lab', '/research'],
  ['MusiCraft Academy', '/musicraft'],
];
const footerLinks = [
  ['Labs & Services', '/#services'],
  ['Vision & Promise', '/#about'],
  ['Project Visibility Hub', '/#visibility-hub'],
  ['Antinode Records', '/#records'],
  ['Blog', '/#blog'],
  ['Session planner', '/session-planner'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Accessibility', '/accessibility'],
  ['RSS', '/rss.xml'],
] as const;
const phone = { width: 390, height: 844 };

const header = (page: Page) => page.getByRole('banner');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Site' });
const menuButton = (page: Page) => header(page).getByRole('button', { name: /menu/ });
const linksOf = (place: Locator) =>
  place
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]));

async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
}

for (const path of [...publicRoutes, '/portal', '/no-such-page']) {
  test(`${path} stands in the frame: header, hub label, menu, footer, chat`, async ({ page, faults }) => {
    faults.allow(/status of 40[34]/);
    await page.goto(path);
    await scrollPage(page, 50);
    await expect(header(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await scrollPage(page, 51);
    await expect(header(page)).toHaveCSS('background-color', /^(?!.*(?:transparent|, 0\)|\/ 0)).+$/);
    await scrollPage(page, 50);
    await expect(header(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

    await expect(header(page).getByRole('link', { name: 'Antinode, home' })).toHaveAttribute('href', '/');
    const hub = header(page).getByRole('link', { name: 'Project Visibility Hub (after onboarding)' });
    await expect(hub).toBeDisabled();
    await expect(hub).not.toHaveAttribute('href');
    await hub.focus();
    await expect(hub, 'a label, not a stop of the Tab key').not.toBeFocused();

    await menuButton(page).click();
    const list = menu(page).getByRole('list');
    const found = await list.getByRole('listitem').evaluateAll((items) =>
      items.map((item) => {
        const link = item.querySelector('a');
        const label = [...(link?.childNodes ?? [])].at(-1)?.textContent;
        return [label, link?.getAttribute('href')];
      }),
    );
    expect(found).toEqual(entries);
    await page.keyboard.press('Escape');

    const footer = page.getByRole('contentinfo');
    expect(await linksOf(footer)).toEqual(expect.arrayContaining(footerLinks.map((link) => [...link])));
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  });
}

test('choosing an entry of the menu goes there and closes it', async ({ page }) => {
  await page.goto('/');
  for (const [label, href] of [entries[1], entries[7]] as [string, string][]) {
    await menuButton(page).click();
    await expect(menuButton(page)).toHaveAccessibleName('Close menu');
    await menu(page).getByRole('link', { name: label }).click();
    await expect(menu(page)).toBeHidden();
    await expect(menuButton(page)).toHaveAccessibleName('Open menu');
    await expect(page).toHaveURL(href);
    await expect(page.locator(href.slice(1))).toBeInViewport();
    await expect(page.locator(href.slice(1))).toBeFocused();
  }
  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'Post-Production Lab' }).click();
  await expect(page).toHaveURL('/post');
  await expect(menu(page)).toBeHidden();
});

for (const viewport of [{ width: 1440, height: 900 }, phone]) {
  test(`Escape and the button close the menu and focus goes back at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/production');
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link', { name: 'Home' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();
    await menuButton(page).click();
    await expect(menu(page)).toBeHidden();
  });
}

test('a click outside closes the menu', async ({ page }) => {
  await page.goto('/');
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  await page.mouse.click(40, 500);
  await expect(menu(page)).toBeHidden();
});

test('the discovery call opens from the menu and gives focus back to it', async ({ page }) => {
  await page.goto('/consulting');
  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'Book a discovery call' }).click();
  await expect(menu(page)).toBeHidden();
  const dialog = page.getByRole('dialog', { name: 'Discovery Call' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
});

test("a phone's menu is a sheet of the whole height, with the hub's label apart", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await expect(header(page).getByText('after onboarding').first()).toBeHidden();
  await menuButton(page).click();
  const sheet = await menu(page).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  const top = (await header(page).boundingBox())?.height ?? 0;
  expect(sheet).toEqual({ x: 0, y: top, width: phone.width, height: (bar?.y ?? 0) - top });
  await expect(
    menu(page).getByRole('link', { name: 'Project Visibility Hub (after onboarding)' }),
  ).toBeDisabled();
  await expect(menu(page).getByRole('listitem')).toHaveCount(13);
});

test("a phone's bar starts at the contact form and opens the assistant", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeHidden();
  await bar.getByRole('link', { name: 'Start' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
  await page.goto('/research');
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /assistant/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeFocused();
  await bar.getByRole('link', { name: 'Start' }).click();
  await expect(page).toHaveURL('/#contact');
});

test('the first stop of the Tab key skips to the content', async ({ page }) => {
  await page.goto('/post');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
