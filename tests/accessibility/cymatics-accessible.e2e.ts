import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { axeViolations, ibmViolations } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { keyOf, openOn, openOnStillClock, selectedKey } from '../harness/instrument.ts';
import {
  headerEntry,
  largeScreen,
  overlayButton as button,
  overlayOf,
  phoneScreen,
} from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { cymatics: words, system } = content;
const { keyDestinations } = system;

/** Fails unless the current page is accessible, in every window size and for every user preference. */
async function expectAccessibleInEveryWindow(page: Page): Promise<void> {
  const reducedMotion = 'reduce';
  for (const { name, viewport, ...media } of [
    { name: 'on a large screen', viewport: largeScreen, reducedMotion: 'no-preference' },
    { name: 'on a phone', viewport: phoneScreen, reducedMotion },
    { name: 'at 320 px', viewport: { width: 320, height: 568 }, reducedMotion },
    { name: 'on a phone on its side', viewport: { width: 844, height: 390 }, reducedMotion },
    { name: 'in forced colours', viewport: largeScreen, reducedMotion, forcedColors: 'active' },
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ forcedColors: 'none', ...media });
    expect(await axeViolations(page), name).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: 'none' });
  expect(await ibmViolations(page)).toEqual([]);
}

test('shows the overlay accessibly in every window', async ({ page }) => {
  await page.setViewportSize(largeScreen);
  await openOn(page, 'A4');
  await button(page, words.keys.letters).click();
  await expectAccessibleInEveryWindow(page);
});

test('shows the explanation accessibly in every window', async ({ page }) => {
  await page.setViewportSize(largeScreen);
  await openOn(page, 'A4');
  await button(page, words.keys.letters).click();
  await button(page, words.info.title).click();
  const explanation = page.getByRole('region', { name: words.info.title });
  for (const { title } of [words.info.frequency, words.info.pattern, words.info.resonance])
    await expect(explanation.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessibleInEveryWindow(page);
  await expect(explanation).toBeVisible();
});

test.describe('at rest', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('is a modal dialog that keeps the focus and returns it', async ({ page }) => {
    await page.setViewportSize(largeScreen);
    await page.goto('/research');
    await headerEntry(page).click();
    const overlay = overlayOf(page);
    await expect(overlay).toBeVisible();
    expect(await overlay.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await expect(selectedKey(page)).toBeFocused();
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press('Tab');
      // After the last control the browser's own toolbar has the focus, and the page has none.
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
        ),
      ).toBe(true);
    }
    await button(page, words.close).click();
    await expect(overlay).toHaveCount(0);
    await expect(headerEntry(page)).toBeFocused();
  });

  test('makes the piano one tab stop, at the selected note', async ({ page }) => {
    await openOn(page, 'E4');
    await page.keyboard.press('ArrowRight');
    await button(page, words.mark.png).focus();
    await page.keyboard.press('Tab');
    await expect(keyOf(page, 'F4')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(button(page, words.mark.png)).toBeFocused();
    await expect(overlayOf(page).locator('[data-note][tabindex="0"]')).toHaveCount(1);
  });

  test('names the figure by its content', async ({ page }) => {
    await openOn(page, 'C4');
    const figure = overlayOf(page).getByRole('img');
    await expect(figure).toHaveCount(1);
    await expect(figure).toHaveAccessibleName(/^Seven-fold figure with two rings/);
    await page.keyboard.press('ArrowRight');
    await expect(figure).toHaveAccessibleName(/^Eight-fold/);
    expect(await figure.evaluate((canvas) => [canvas.tagName, (canvas as HTMLCanvasElement).width])).toEqual([
      'CANVAS',
      400,
    ]);
  });

  test('uses the one live region when the focus does not announce, and not otherwise', async ({ page }) => {
    await openOnStillClock(page, 'G#4');
    const said = overlayOf(page).getByRole('status');
    await expect(overlayOf(page).locator('[role=status], [aria-live]')).toHaveCount(1);
    await keyOf(page, 'D#4').hover();
    await page.keyboard.press('ArrowRight');
    await expect(selectedKey(page)).toHaveAccessibleName(/^E4/);
    await expect(said).toHaveText('');
    await button(page, words.demo.start).click();
    await page.clock.runFor(3000);
    const f4 = {
      note: 'F4',
      label: 'Project Visibility Hub',
      destination: keyDestinations.records,
      hz: '349.23',
    };
    await expect(said).toHaveText(fill(words.spoken.leads, f4));
    await page.clock.runFor(3000);
    const fSharp4 = fill(words.spoken.soundsOnly, { note: 'F#4', label: 'Contact', hz: '369.99' });
    await expect(said).toHaveText(fSharp4);
    // With the focus on the piano the focus follows, and the key announces itself.
    await keyOf(page, 'F#4').focus();
    await page.clock.runFor(3000);
    await expect(keyOf(page, 'G4')).toBeFocused();
    await expect(said).toHaveText(fSharp4);
  });

  test('moves the explanation away from a control that it covers', async ({ page }) => {
    await page.setViewportSize(largeScreen);
    await openOn(page);
    const explanation = page.getByRole('region', { name: words.info.title });
    const toggle = button(page, words.info.title);
    await toggle.click();
    await page.keyboard.press('ArrowRight');
    await expect(keyOf(page, 'C#4')).toBeFocused();
    await expect(explanation).toBeVisible();
    await button(page, words.mode.play).focus();
    await expect(explanation).toHaveCount(0);
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize(phoneScreen);
    await toggle.click();
    await expect(explanation).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(explanation).toHaveCount(0);
  });

  test('distinguishes the selection in forced colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const [id, pseudo] of [
      ['C4', null],
      ['C#4', '::before'],
    ] as const) {
      await openOn(page, id);
      const coloursOf = (note: string) =>
        keyOf(page, note).evaluate((key, part) => getComputedStyle(key, part).backgroundColor, pseudo);
      expect(await coloursOf(id)).not.toBe(await coloursOf(id === 'C4' ? 'D4' : 'D#4'));
    }
  });
});
