import type { Page } from '@playwright/test';
import {
  headerEntry,
  heroEntry,
  largeScreen,
  menuEntry,
  overlayCode,
  overlayOf,
  phoneScreen,
  watchCode,
} from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

// At rest: without a graphics processor a moving plate takes most of a small machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /menu/ });

for (const { name, viewport, path, entry } of [
  { name: 'the header', viewport: largeScreen, path: '/research', entry: headerEntry },
  { name: 'the hero on a large screen', viewport: largeScreen, path: '/', entry: heroEntry },
  { name: 'the hero on a phone', viewport: phoneScreen, path: '/', entry: heroEntry },
]) {
  test(`${name} opens it, and its close gives the focus back`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await entry(page).click();
    await expect(overlayOf(page)).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
    await expect(entry(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(overlayOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(overlayOf(page)).toBeVisible();
  });
}

test('the menu opens it on smaller screens, closes, and its button gets the focus back', async ({ page }) => {
  await page.setViewportSize(phoneScreen);
  await page.goto('/edutech');
  await expect(headerEntry(page)).toBeHidden();
  await menuButton(page).click();
  await menuEntry(page).click();
  await expect(overlayOf(page)).toBeVisible();
  await expect(menuEntry(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  await expect(menuButton(page)).toBeFocused();
  await expect(menuButton(page)).toHaveAccessibleName('Open menu');
});

test('on a large screen it is in the header, not in the menu', async ({ page }) => {
  await page.setViewportSize(largeScreen);
  await page.goto('/');
  await menuButton(page).click();
  await expect(menuEntry(page)).toBeHidden();
  await expect(headerEntry(page)).toBeVisible();
});

for (const [given, id] of [
  ['A4', 'A4'],
  ['C%234', 'C#4'],
  ['Fs4', 'F#4'],
  ['b4', 'B4'],
] as const) {
  test(`?note=${given} opens it on ${id}, neither sounded nor followed`, async ({ page }) => {
    await page.addInitScript(() => {
      const started: unknown[] = [];
      Object.assign(window, { started });
      for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
        const { prototype } = Source;
        Object.assign(prototype, { start: () => started.push(prototype) });
      }
    });
    await page.clock.install();
    await page.goto(`/research?service=x&note=${given}#faq`);
    await expect(overlayOf(page)).toBeVisible();
    const key = overlayOf(page).getByRole('button', { name: `${id}, ` });
    await expect(key).toHaveAttribute('aria-current', 'true');
    await expect(key).toBeFocused();
    await expect(overlayOf(page).getByRole('region', { name: 'Current Selection' })).toContainText(id);
    await expect(page).toHaveURL('/research?service=x#faq');
    await page.clock.runFor(2000);
    await expect(page).toHaveURL('/research?service=x#faq');
    await expect(overlayOf(page)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { started: unknown[] }).started)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
  });
}

for (const query of ['?note=H4', '?note=E%234', '?note=A5', '?note=', '?notes=A4']) {
  test(`${query} names no note and opens nothing`, async ({ page }) => {
    const asked = watchCode(page);
    await page.goto(`/${query}`, { waitUntil: 'networkidle' });
    expect(asked.filter((url) => overlayCode.test(url))).toEqual([]);
    await expect(overlayOf(page)).toHaveCount(0);
  });
}
