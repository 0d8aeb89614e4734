import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { keyOf, openOn, selectedKey } from '../harness/instrument.ts';
import { overlayButton, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { listen, mode, problems, sound } = content.cymatics;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Problems are shown in the live region, so that they are seen and announced. */
const status = (page: Page) => overlayOf(page).getByRole('status');

async function pressWithKeyboard(page: Page, note: string): Promise<void> {
  await keyOf(page, note).focus();
  await page.keyboard.press('Enter');
}

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
    await overlayButton(page, mode.play).click();
    await pressWithKeyboard(page, 'C#4');
    await expect(status(page)).toContainText(problems.audio.unavailable);
    expect(said.join('\n')).toMatch(/audio|sound|tone/i);
    await expect(overlayOf(page).getByRole('img')).toBeVisible();
    await overlayButton(page, sound.test).click();
    await overlayButton(page, mode.navigate).click();
    await pressWithKeyboard(page, 'F4');
    await expect(page).toHaveURL('/#records');
  });
}

test('draws the same overlay on a 2D canvas without WebGL', async ({ page }) => {
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

test('reports a microphone that is refused, missing, broken or unsupported, and keeps the keys working', async ({
  page,
}) => {
  await openOn(page, 'C4', '/');
  for (const { error, hint, next } of [
    { error: 'NotAllowedError', hint: problems.microphone.refused, next: 'C#4' },
    { error: 'NotFoundError', hint: problems.microphone['no-microphone'], next: 'D4' },
    { error: 'NotReadableError', hint: problems.microphone.failed, next: 'D#4' },
  ]) {
    await page.evaluate((name) => {
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
        configurable: true,
        value: () => Promise.reject(new DOMException('', name)),
      });
    }, error);
    await overlayButton(page, listen.button).click();
    await expect(status(page)).toContainText(hint);
    await expect(overlayButton(page, listen.button)).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${next},`));
  }
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await overlayButton(page, listen.button).click();
  await expect(status(page)).toContainText(problems.microphone.unsupported);
  await pressWithKeyboard(page, 'G4');
  await expect(page).toHaveURL('/#edutech');
});
