import type { Locator, Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import {
  headerEntry,
  heroEntry,
  largeScreen,
  overlayCode,
  overlayOf,
  phoneScreen,
  watchCode,
} from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { assistant, cymatics, forms } = content;

// Reduced motion: without a GPU a moving plate takes most of a small machine's CPU.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Gives the browser this connection, or no such API, and keeps its idle callbacks. */
async function stubIdle(page: Page, connection: object | null): Promise<void> {
  await page.addInitScript((stub) => {
    Object.defineProperty(Navigator.prototype, 'connection', {
      configurable: true,
      value: stub ?? undefined,
    });
    const waiting: (() => void)[] = [];
    Object.assign(window, { waiting, requestIdleCallback: (task: () => void) => waiting.push(task) });
  }, connection);
}
const waitingTasks = (page: Page) =>
  page.evaluate(() => (window as unknown as { waiting: unknown[] }).waiting.length);
const runWaitingTasks = (page: Page) =>
  page.evaluate(() => {
    for (const task of (window as unknown as { waiting: (() => void)[] }).waiting) task();
  });

/** Holds the overlay's code back until the returned function is called, which waits until the code has run. */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(overlayCode, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    const arrival = page.waitForResponse(overlayCode);
    release();
    const response = await arrival;
    // The same module resolves again only after the launcher's own import.
    await page.evaluate((url) => import(url), response.url());
  };
}

for (const [path, gesture] of [
  ['/', 'key'],
  ['/post', 'pointer'],
  ['/cymatics', 'key'],
] as const) {
  test(`on a fast connection nothing of it comes with ${path}, but after the first ${gesture} gesture, when the browser is idle`, async ({
    page,
  }) => {
    await stubIdle(page, { effectiveType: '4g', saveData: false });
    const asked = watchCode(page);
    await page.goto(path);
    expect(await waitingTasks(page)).toBe(0);
    expect(asked.filter((url) => /react|client\.[^/]+\.js|overlay|cymatics.*\.js/.test(url))).toEqual([]);
    await (gesture === 'key' ? page.keyboard.press('Shift') : page.mouse.click(300, 700));
    expect(await waitingTasks(page)).toBe(1);
    expect(asked.filter((url) => overlayCode.test(url))).toEqual([]);
    const arrival = page.waitForResponse(overlayCode);
    await runWaitingTasks(page);
    await arrival;
    await expect(overlayOf(page)).toHaveCount(0);
  });
}

const signs: {
  sign: string;
  viewport: typeof largeScreen;
  entry: (page: Page) => Locator;
  give: (entry: Locator) => Promise<void>;
}[] = [
  { sign: 'focus on its button', viewport: largeScreen, entry: headerEntry, give: (entry) => entry.focus() },
  {
    sign: "a touch on the hero's button",
    viewport: phoneScreen,
    entry: heroEntry,
    give: (entry) => entry.dispatchEvent('touchstart'),
  },
  // Last, because the pointer does not move away.
  {
    sign: 'a pointer over its button',
    viewport: largeScreen,
    entry: headerEntry,
    give: (entry) => entry.hover(),
  },
];

test('loads on a pointer over its button, on focus or on a touch, without opening', async ({ page }) => {
  await stubIdle(page, { effectiveType: '3g' });
  for (const { sign, viewport, entry, give } of signs) {
    await test.step(sign, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      const arrival = page.waitForResponse(overlayCode);
      await give(entry(page));
      expect((await arrival).status()).toBe(200);
      await expect(overlayOf(page)).toHaveCount(0);
    });
  }
});

test('loads nothing for visitors who chat or fill in a form', async ({ page }) => {
  await stubIdle(page, { effectiveType: '4g', saveData: false });
  await page.goto('/#contact');
  await page.getByRole('textbox', { name: forms.contact.fields.message.label }).press('a');
  await page.getByRole('button', { name: assistant.bubble.open }).click();
  await page.getByRole('textbox', { name: assistant.input.label, exact: true }).press('a');
  expect(await waitingTasks(page)).toBe(0);
});

test('does not preload on a slow connection, with data saving, or without information from the browser', async ({
  page,
}) => {
  for (const [kind, connection] of [
    ['a slow connection', { effectiveType: '3g', saveData: false }],
    ['a visitor who saves data', { effectiveType: '4g', saveData: true }],
    ['a browser that tells nothing of its connection', null],
  ] as const) {
    await test.step(kind, async () => {
      await stubIdle(page, connection);
      await page.goto('/post');
      await page.mouse.click(300, 700);
      await page.keyboard.press('Shift');
      expect(await waitingTasks(page)).toBe(0);
      await headerEntry(page).click();
      await expect(overlayOf(page)).toBeVisible();
    });
  }
});

test('opens once after several impatient clicks', async ({ page }) => {
  await page.setViewportSize(largeScreen);
  await page.goto('/');
  const release = await holdCode(page);
  await headerEntry(page).click();
  await heroEntry(page).click();
  await headerEntry(page).click();
  await release();
  await expect(overlayOf(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
});

test('does not open if the visitor changes their mind while it loads', async ({ page }) => {
  await page.goto('/post');
  const release = await holdCode(page);
  await headerEntry(page).click();
  await page.keyboard.press('Escape');
  await release();
  await expect(overlayOf(page)).toHaveCount(0);
  await headerEntry(page).click();
  await expect(overlayOf(page)).toHaveCount(1);
});

test('does not open if the visitor changes their mind while its styles load', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_astro\/overlay\.[^/]+\.css$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/post');
  const code = page.waitForResponse(overlayCode);
  await headerEntry(page).click();
  await code;
  await page.keyboard.press('Escape');
  const styles = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.css'));
  release();
  await styles;
  await expect(page.locator('link[href*="/overlay."]')).toHaveJSProperty('sheet.disabled', false);
  await expect(overlayOf(page)).toHaveCount(0);
  await headerEntry(page).click();
  await expect(overlayOf(page)).toHaveCount(1);
});

test('follows the link if its code fails to load, and loads again at the next attempt', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  await page.route(overlayCode, (route) => route.abort());
  await page.goto('/research');
  await headerEntry(page).click();
  await expect(page).toHaveURL('/cymatics');
  await expect(page.getByRole('heading', { level: 1, name: cymatics.title })).toBeVisible();

  const failure = page.waitForEvent('requestfailed', (request) => overlayCode.test(request.url()));
  await headerEntry(page).hover();
  await failure;
  await page.unroute(overlayCode);
  // A browser that caches a module's failure follows the link, and the next page loads it.
  const next = Promise.race([
    page.waitForEvent('load').then(() => 'page'),
    overlayOf(page)
      .waitFor()
      .then(() => 'overlay'),
  ]);
  await headerEntry(page).click();
  if ((await next) === 'page') await headerEntry(page).click();
  await expect(overlayOf(page)).toBeVisible();
});
