import type { Locator, Page } from '@playwright/test';
import { content } from './content.ts';
import { fill } from '#src/platform/fill.ts';
import { expect } from './test.ts';

const { assistant, site, system } = content;
const { destinations, header: headerWords, keyDestinations } = system;

/** The menu items, in order. */
export const entries = [
  [keyDestinations.home, '/#home'],
  [destinations.about, '/#about'],
  [destinations.services, '/#services'],
  [destinations['visibility-hub'], '/#visibility-hub'],
  [keyDestinations.edutech, '/#edutech'],
  [keyDestinations.records, '/#records'],
  [destinations.blog, '/#blog'],
  [keyDestinations.contact, '/#contact'],
  [keyDestinations.production, '/production'],
  [destinations.post, '/post'],
  [destinations.consulting, '/consulting'],
  [destinations.research, '/research'],
  [destinations.musicraft, '/musicraft'],
] as const;
const footerLinks = [
  [destinations.services, '/#services'],
  [destinations.about, '/#about'],
  [destinations['visibility-hub'], '/#visibility-hub'],
  [keyDestinations.records, '/#records'],
  [destinations.blog, '/#blog'],
  [destinations['sign-in'], '/sign-in'],
  [destinations['session-planner'], '/session-planner'],
  [destinations.privacy, '/privacy'],
  [destinations.terms, '/terms'],
  [destinations.accessibility, '/accessibility'],
  [destinations.rss, '/rss.xml'],
] as const;
/** The name of the header's disabled entry for the hub. */
export const hubName = `${headerWords.hub} ${headerWords.hubNote}`;

export const headerOf = (page: Page) => page.getByRole('banner');
export const menuOf = (page: Page) => page.getByRole('navigation', { name: headerWords.siteNavigation });
/** The menu's button, named after its current action. */
export const menuButtonOf = (page: Page) =>
  headerOf(page)
    .getByRole('button', { name: headerWords.openMenu })
    .or(headerOf(page).getByRole('button', { name: headerWords.closeMenu }));

const linksOf = (place: Locator) =>
  place
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]));

/** Fails unless the header is transparent up to a scroll of 50 px and opaque from 51 px on. */
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

/** Fails unless the page has its frame: header, hub label, menu, footer, chat. Faster under reduced motion. */
export async function expectFrame(page: Page): Promise<void> {
  const header = headerOf(page);
  await expectHeaderFollowsScroll(page);
  await expect(
    header.getByRole('link', { name: fill(headerWords.homeLink, { name: site.name }) }),
  ).toHaveAttribute('href', '/');
  const hub = header.getByRole('link', { name: hubName });
  await expect(hub).toBeDisabled();
  await expect(hub).not.toHaveAttribute('href');
  await hub.focus();
  await expect(hub, 'a label, not a stop of the Tab key').not.toBeFocused();

  const signIn = { name: destinations['sign-in'], exact: true };
  await expect(header.getByRole('link', signIn)).toHaveAttribute('href', '/sign-in');

  await menuButtonOf(page).click();
  await expect(menuOf(page).getByRole('link', signIn)).toHaveAttribute('href', '/sign-in');
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
  await expect(page.getByRole('button', { name: assistant.bubble.open })).toBeVisible();
}
