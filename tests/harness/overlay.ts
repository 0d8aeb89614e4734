import type { Page } from '@playwright/test';
import { content } from './content.ts';

const { cymatics, home, system } = content;

/** The part whose presence shows that the overlay has loaded. */
export const overlayCode = /\/_astro\/overlay-host\.[^/]+\.js$/;

export const overlayOf = (page: Page) => page.getByRole('dialog', { name: cymatics.title });

/** Returns one of the overlay's controls by name. */
export const overlayButton = (page: Page, name: string) =>
  overlayOf(page).getByRole('button', { name, exact: true });

/** The ways to open it in a browser with scripts. */
export const headerEntry = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: system.header.overlay });
export const heroEntry = (page: Page) =>
  page.locator('#home').getByRole('button', { name: home.hero.figureLink });
export const menuEntry = (page: Page) =>
  page
    .getByRole('navigation', { name: system.header.siteNavigation })
    .getByRole('button', { name: system.header.overlay });

export const largeScreen = { width: 1440, height: 900 };
export const phoneScreen = { width: 390, height: 844 };

/** The URL of every script and style that the page requests from now on. */
export function watchCode(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(request.url());
  });
  return asked;
}

/** Opens the overlay again from the header of the page on which it was closed. */
export async function reopen(page: Page): Promise<void> {
  await headerEntry(page).click();
  await overlayOf(page).waitFor();
}
