import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The entries of the menu, in their order. */
export const entries = [
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
] as const;
const footerLinks = [
  ['Labs & Services', '/#services'],
  ['Vision & Promise', '/#about'],
  ['Project Visibility Hub', '/#visibility-hub'],
  ['Antinode Records', '/#records'],
  ['Blog', '/#blog'],
  ['Sign in', '/sign-in'],
  ['Session planner', '/session-planner'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Accessibility', '/accessibility'],
  ['RSS', '/rss.xml'],
] as const;

export const headerOf = (page: Page) => page.getByRole('banner');
export const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Site' });
export const menuButtonOf = (page: Page) => headerOf(page).getByRole('button', { name: /menu/ });

const linksOf = (place: Locator) =>
  place
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]));

/** Fails unless the header is clear up to a scroll of 50 px and opaque from 51 px on. */
async function expectHeaderFollowsScroll(page: Page): Promise<void> {
  const clear = 'rgba(0, 0, 0, 0)';
  const opaque = /^(?!.*(?:transparent|, 0\)|\/ 0)).+$/;
  for (const [top, colour] of [
    [50, clear],
    [51, opaque],
    [50, clear],
  ] as const) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await expect(headerOf(page), `scrolled by ${top} px`).toHaveCSS('background-color', colour);
  }
}

/** Fails unless the page stands in the frame: header, hub label, menu, footer, chat. Quick under reduced motion. */
export async function expectFrame(page: Page): Promise<void> {
  const header = headerOf(page);
  await expectHeaderFollowsScroll(page);
  await expect(header.getByRole('link', { name: 'Antinode, home' })).toHaveAttribute('href', '/');
  const hub = header.getByRole('link', { name: 'Project Visibility Hub (after onboarding)' });
  await expect(hub).toBeDisabled();
  await expect(hub).not.toHaveAttribute('href');
  await hub.focus();
  await expect(hub, 'a label, not a stop of the Tab key').not.toBeFocused();

  await expect(header.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    '/sign-in',
  );

  await menuButtonOf(page).click();
  await expect(menuOf(page).getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    '/sign-in',
  );
  const list = menuOf(page).getByRole('list');
  const found = await list.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const link = item.querySelector('a');
      const label = [...(link?.childNodes ?? [])].at(-1)?.textContent;
      return [label, link?.getAttribute('href')];
    }),
  );
  expect(found).toEqual(entries);
  await page.keyboard.press('Escape');

  const footer = await linksOf(page.getByRole('contentinfo'));
  expect(footer).toEqual(expect.arrayContaining(footerLinks.map((link) => [...link])));
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
}
