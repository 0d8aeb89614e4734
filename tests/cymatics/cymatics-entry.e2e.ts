import { content } from '../harness/content.ts';
import { menuButtonOf } from '../harness/frame.ts';
import {
  headerEntry,
  heroEntry,
  largeScreen,
  menuEntry,
  overlayCode,
  overlayOf,
  phoneScreen,
  watchCode,
} from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { cymatics, system } = content;

// Reduced motion: without a GPU a moving plate takes most of a small machine's CPU.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { screen, viewport, entries } of [
  { screen: 'a large screen', viewport: largeScreen, entries: { header: headerEntry, hero: heroEntry } },
  { screen: 'a phone', viewport: phoneScreen, entries: { hero: heroEntry } },
]) {
  test(
    `on ${screen} its buttons open it by click, Space and Enter, and get the focus back when it closes`,
    { tag: '@default' },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      for (const [name, entry] of Object.entries(entries)) {
        await test.step(`the button in the ${name}`, async () => {
          await entry(page).click();
          await expect(overlayOf(page)).toBeVisible();
          await expect(page).toHaveURL('/');
          for (const key of ['Space', 'Enter']) {
            await page.keyboard.press('Escape');
            await expect(overlayOf(page)).toHaveCount(0);
            await expect(entry(page)).toBeFocused();
            await page.keyboard.press(key);
            await expect(overlayOf(page)).toBeVisible();
          }
          await page.keyboard.press('Escape');
        });
      }
    },
  );
}

test('is in the header of a large screen and in the menu of a phone, whose button gets the focus back', async ({
  page,
}) => {
  const menuButton = menuButtonOf(page);
  await page.setViewportSize(largeScreen);
  await page.goto('/edutech');
  await menuButton.click();
  await expect(menuEntry(page)).toBeHidden();
  await expect(headerEntry(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize(phoneScreen);
  await expect(headerEntry(page)).toBeHidden();
  await menuButton.click();
  await menuEntry(page).click();
  await expect(overlayOf(page)).toBeVisible();
  await expect(menuEntry(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  await expect(menuButton).toBeFocused();
  await expect(menuButton).toHaveAccessibleName(system.header.openMenu);
});

test('opens on the note in the URL, without sounding or following it', async ({ page }) => {
  await page.addInitScript(() => {
    const started: unknown[] = [];
    Object.assign(window, { started });
    for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
      const { prototype } = Source;
      Object.assign(prototype, { start: () => started.push(prototype) });
    }
  });
  await page.clock.install();
  for (const [given, id] of Object.entries({ A4: 'A4', 'C%234': 'C#4', Fs4: 'F#4', b4: 'B4' })) {
    await test.step(`?note=${given}`, async () => {
      await page.goto(`/research?service=x&note=${given}#faq`);
      await expect(overlayOf(page)).toBeVisible();
      const key = overlayOf(page).getByRole('button', { name: `${id}, ` });
      await expect(key).toHaveAttribute('aria-current', 'true');
      await expect(key).toBeFocused();
      const selection = overlayOf(page).getByRole('region', { name: cymatics.selection.title });
      await expect(selection).toContainText(id);
      // The URL opens it again if copied or reloaded while it is open.
      await expect(page).toHaveURL(`/research?service=x&note=${given}#faq`);
      await page.clock.fastForward(2000);
      await expect(page).toHaveURL(`/research?service=x&note=${given}#faq`);
      await expect(overlayOf(page)).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as { started: unknown[] }).started)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(overlayOf(page)).toHaveCount(0);
      await expect(page).toHaveURL('/research?service=x#faq');
    });
  }
});

test('opens nothing for an unknown note in the URL', async ({ page }) => {
  const asked = watchCode(page);
  const isAsked = () => asked.some((url) => overlayCode.test(url));
  for (const query of ['?note=H4', '?note=E%234', '?note=A5', '?note=', '?notes=A4']) {
    await page.goto(`/${query}`);
    await expect(overlayOf(page), query).toHaveCount(0);
    expect(isAsked(), query).toBe(false);
  }
  // By this time a note's page has requested it.
  await page.goto('/?note=A4');
  await page.evaluate(() => 'answers');
  expect(isAsked()).toBe(true);
});
