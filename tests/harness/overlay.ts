import type { Page } from '@playwright/test';

/** The part whose arrival means that the overlay is there. */
export const overlayCode = /\/_astro\/overlay-host\.[^/]+\.js$/;

export const overlayOf = (page: Page) => page.getByRole('dialog', { name: 'Cymatics Navigation' });

/** The ways in, as a browser with scripts has them. */
export const headerEntry = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Cymatics Navigation' });
export const heroEntry = (page: Page) =>
  page.locator('#home').getByRole('button', { name: 'Play the plate' });
export const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Site' }).getByRole('button', { name: 'Cymatics Navigation' });

export const largeScreen = { width: 1440, height: 900 };
export const phoneScreen = { width: 390, height: 844 };

/** The address of every script and style the page asks for from now on. */
export function watchCode(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(request.url());
  });
  return asked;
}
