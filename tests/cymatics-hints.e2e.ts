import type { Page } from '@playwright/test';
import { keyOf, openOn, selectedKey } from './harness/instrument.ts';
import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string) => overlayOf(page).getByRole('button', { name, exact: true });
/** Problems are shown where the live region is, so that they are seen and heard. */
const status = (page: Page) => overlayOf(page).getByRole('status');

const noSound = 'The figure still draws; sound is not available in this browser.';

for (const { what, remove } of [
  {
    what: 'has no audio',
    remove: () => {
      Reflect.deleteProperty(window, 'AudioContext');
      Reflect.deleteProperty(window, 'webkitAudioContext');
    },
  },
  {
    what: 'refuses to make an audio context',
    remove: () => {
      window.AudioContext = new Proxy(window.AudioContext, {
        construct() {
          throw new DOMException('no device', 'NotSupportedError');
        },
      });
    },
  },
]) {
  test(`where the browser ${what}, a hint says so, the console says why, and keys still lead on`, async ({
    page,
    faults,
  }) => {
    faults.allow(/audio|sound|tone/i);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.addInitScript(remove);
    await openOn(page, 'C4', '/');
    await button(page, 'Play').click();
    await keyOf(page, 'C#4').focus();
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(noSound);
    expect(said.join('\n')).toMatch(/audio|sound|tone/i);
    await expect(overlayOf(page).getByRole('img')).toBeVisible();
    await button(page, 'Test Audio').click();
    await button(page, 'Navigate').click();
    await keyOf(page, 'F4').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#records');
  });
}

test('without WebGL the same overlay is drawn on a 2D canvas', async ({ page }) => {
  await page.addInitScript(() => {
    const canvas = HTMLCanvasElement.prototype;
    Object.assign(canvas, {
      getContext: new Proxy(Reflect.get(canvas, 'getContext') as (kind: string) => unknown, {
        apply: (call, element, given: [string]) =>
          given[0].startsWith('webgl') ? null : Reflect.apply(call, element, given),
      }),
    });
  });
  await openOn(page, 'A4');
  const figure = overlayOf(page).getByRole('img');
  await expect(figure).toHaveCount(1);
  await expect(figure).toHaveAccessibleName(/^Five-fold/);
  const painted = () =>
    figure.evaluate((canvas) => {
      const context = (canvas as HTMLCanvasElement).getContext('2d');
      if (!context) return 0;
      const { data } = context.getImageData(0, 0, 400, 400);
      return data.filter((value, index) => index % 4 === 0 && value > 160).length;
    });
  await expect.poll(painted).toBeGreaterThan(500);
  await page.keyboard.press('ArrowRight');
  await expect(selectedKey(page)).toHaveAccessibleName(/^A#4/);
});

for (const { answer, error, hint } of [
  {
    answer: 'refused',
    error: 'NotAllowedError',
    hint: "The microphone was not allowed. You can allow it in the browser's settings for this page.",
  },
  { answer: 'not there', error: 'NotFoundError', hint: 'There is no microphone to listen with.' },
  {
    answer: 'broken',
    error: 'NotReadableError',
    hint: 'The microphone stopped. Choose Listen to try again.',
  },
]) {
  test(`a microphone that is ${answer} is said to be, and the keys go on`, async ({ page }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
        value: () => Promise.reject(new DOMException('', name)),
      });
    }, error);
    await openOn(page, 'C4', '/');
    await button(page, 'Listen').click();
    await expect(status(page)).toContainText(hint);
    await expect(button(page, 'Listen')).toHaveAttribute('aria-pressed', 'false');
    await keyOf(page, 'G4').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#edutech');
  });
}

test('where there is nothing to listen with at all, that is said too', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await openOn(page);
  await button(page, 'Listen').click();
  await expect(status(page)).toContainText('This browser cannot listen. The keys do the same job.');
});
