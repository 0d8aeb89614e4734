import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { panelOf } from '../harness/chat.ts';
import { content } from '../harness/content.ts';
import { menuButtonOf, menuOf } from '../harness/frame.ts';
import { expect, test } from '../harness/test.ts';

const { forms, home, services, system } = content;
const { 'discovery-call': call, 'lead-capture': planner } = forms;
const plannerLink = system.destinations['session-planner'];
const missingName = call.fields.name.error;

const callOf = (page: Page) => page.getByRole('dialog', { name: call.title });
const plannerOf = (page: Page) => page.getByRole('dialog', { name: planner.title });
const footerOf = (page: Page) => page.getByRole('contentinfo');

const pages = [
  '/',
  '/production',
  '/post',
  '/brand-sync',
  '/consulting',
  '/research',
  '/edutech',
  '/musicraft',
];
for (const path of pages) {
  test(`${path} offers the discovery call in its content, as a dialog`, async ({ page }) => {
    await page.goto(path);
    const name = path === '/' ? home.contact.button : services.closing.call;
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(callOf(page)).toBeVisible();
    await expect(page).toHaveURL(path);
  });
}

test('describes the discovery call before it asks for input', async ({ page }) => {
  await page.goto('/?call=1');
  const dialog = callOf(page);
  const { preferred_time: times, project_details: details } = call.fields;
  await expect(dialog.getByRole('heading', { name: call.title })).toBeFocused();
  await expect(dialog).toContainText(call.text);
  const points = dialog.getByRole('listitem');
  await expect(points).toHaveCount(call.agenda.length);
  for (const [index, { text }] of call.agenda.entries()) await expect(points.nth(index)).toContainText(text);
  await expect(dialog.getByLabel(times.label).getByRole('option')).toHaveText(
    times.options.map(({ label }) => label),
  );
  await expect(dialog.getByLabel(details.label)).toHaveAttribute('rows', '3');
  await expect(dialog.getByRole('button', { name: call.submit })).toBeVisible();
});

test('keeps Close within reach on a phone without covering text or controls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/?call=1');
  const shown = callOf(page);
  await shown.getByRole('button', { name: call.submit }).click();
  await expect(shown.getByText(missingName)).toBeVisible();
  const faults = await shown.evaluate((dialog) => {
    const close = dialog.querySelector('[data-closes]');
    const bar = close?.parentElement;
    if (!close || !bar) return ['no Close'];
    const found = new Set<string>();
    for (let top = 0; top < dialog.scrollHeight; top += 40) {
      dialog.scrollTo(0, top);
      const { left, right, top: y, bottom } = close.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (y + bottom) / 2);
      if (!close.contains(hit)) found.add(`Close is covered, scrolled by ${top}`);
      // Scrolling content passes below a full-width bar, never next to Close.
      for (const x of [4, dialog.clientWidth / 2])
        if (!bar.contains(document.elementFromPoint(x, (y + bottom) / 2))) found.add(`beside Close at ${x}`);
    }
    // A focused element is fully visible below the bar.
    for (const part of dialog.querySelectorAll('label, legend, [role=alert], summary, input, h2')) {
      part.scrollIntoView({ block: 'start' });
      const isAbove = part.getBoundingClientRect().top < bar.getBoundingClientRect().bottom - 0.5;
      if (part.checkVisibility() && isAbove) found.add(`${part.tagName} ${part.textContent}`);
    }
    return [...found];
  });
  expect(faults).toEqual([]);
});

const ways: Record<string, (page: Page) => Promise<void>> = {
  'the close button': (page) => callOf(page).getByRole('button', { name: call.close }).click(),
  Escape: (page) => page.keyboard.press('Escape'),
  'the backdrop': (page) => page.mouse.click(8, 400),
};
for (const [way, close] of Object.entries(ways)) {
  test(`${way} closes the discovery call and returns the focus`, async ({ page }) => {
    await page.goto('/post');
    const opener = footerOf(page).getByRole('link', { name: system.footer.button });
    const name = callOf(page).getByLabel(call.fields.name.label);
    await opener.click();
    await name.fill('Runa');
    await close(page);
    await expect(callOf(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(name).toHaveValue('Runa');
  });
}

test(
  'stays open on a click inside the discovery call, and keeps Tab inside',
  { tag: '@default' },
  async ({ page }) => {
    await page.goto('/?call=1');
    const dialog = callOf(page);
    await dialog.getByText(call.agenda[0]?.text ?? '').click();
    await expect(dialog).toBeVisible();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && !activeElement?.closest('dialog');
      });
      expect(isOutside).toBe(false);
    }
  },
);

test('leaves no strip of the page next to a full-screen dialog with classic scroll bars', async ({
  playwright,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: baseURL ?? '' });
  for (const [opener, dialog] of [
    [footerOf(page).getByRole('link', { name: 'Book a discovery call' }), callOf(page)],
    [footerOf(page).getByRole('link', { name: 'Session planner' }), plannerOf(page)],
    [page.locator('[data-chat-toggle]:visible'), panelOf(page)],
  ] as const) {
    await page.goto('/post');
    const roomOfBar = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);
    expect(await roomOfBar()).toBeGreaterThan(0);
    await opener.click();
    await expect(dialog).toBeVisible();
    // At both edges of the window there is the dialog, and nothing of the page.
    const edges = () =>
      dialog.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isThere = (x: number) => element.contains(document.elementFromPoint(x, (top + bottom) / 2));
        return { beside: [left, innerWidth - right], isThere: [isThere(0), isThere(innerWidth - 1)] };
      });
    await expect.poll(edges).toEqual({ beside: [0, 0], isThere: [true, true] });
  }
  await browser.close();
});

test('follows the links of the modals as links with a modifier key', async ({ page, context }) => {
  await page.goto('/post');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    footerOf(page)
      .getByRole('link', { name: plannerLink })
      .click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(opened).toHaveURL('/session-planner');
  await expect(plannerOf(page)).toBeHidden();
});

for (const [name, path] of [
  [system.footer.button, '/discovery-call'],
  [plannerLink, '/session-planner'],
] as const) {
  test(`"${name}" leads to a page with the same form without scripts`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.goto('/post');
    await footerOf(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(
      page.getByRole('main').getByRole('textbox', { name: call.fields.email.label }),
    ).toBeVisible();
    await context.close();
  });
}

test('shows menu and modals accessibly at every width', async ({ page }) => {
  const schemes = ['light'] as const;
  await page.goto('/post');
  await menuButtonOf(page).click();
  // A list below its button, and a phone's sheet.
  await expectAccessibleEverywhere(page, { widths: [1440], schemes });
  await expectAccessibleEverywhere(page, { widths: [320, 390], schemes });
  await menuOf(page).getByRole('link', { name: system.header.call }).click();
  await expect(callOf(page)).toBeVisible();
  await callOf(page).getByRole('button', { name: call.submit }).click();
  await expect(callOf(page).getByText(missingName)).toBeVisible();
  await expectAccessibleEverywhere(page, { schemes });
  await page.keyboard.press('Escape');
  await footerOf(page).getByRole('link', { name: plannerLink }).click();
  await expect(plannerOf(page)).toBeVisible();
  await expectAccessibleEverywhere(page, { schemes });
});
