import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessibility.ts';
import { content, entryWith } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { assistant, forms, home, system } = content;
const { bubble, chips, greetings, input, log, message, panel, rules, typing } = assistant;
const { fields, submit, success } = forms.message;

const answerOf = (id: (typeof rules)[number]['id']) => entryWith(rules, 'id', id).answer;
const chip = (label: string) => entryWith(chips, 'label', label);

const panelOf = (page: Page) => page.getByRole('dialog', { name: panel });
const logOf = (page: Page) => panelOf(page).getByRole('log', { name: log });
const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: input.label, exact: true });
const buttonOf = (page: Page, name: string) => panelOf(page).getByRole('button', { name });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, path = '/post'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: bubble.open }).click();
  await expect(panelOf(page)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await page.keyboard.press('Enter');
}

test(
  'loads its code when a visitor opens it, works by keyboard alone and returns the focus',
  { tag: '@default' },
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/post');
    const before = scripts.length;
    const openButton = page.getByRole('button', { name: bubble.open });
    await openButton.hover();
    await expect.poll(() => scripts.length).toBeGreaterThan(before);
    await expect(panelOf(page)).toHaveCount(0);

    await openButton.focus();
    await page.keyboard.press('Space');
    await expect(inputOf(page)).toBeFocused();
    await expect(page.locator('[data-chat-toggle]:visible')).toHaveAccessibleName(bubble.close);
    await expect(page.locator('[data-chat-toggle]:visible')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
    await expect(openButton).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panelOf(page)).toBeVisible();
  },
);

test('greets by context and states that its answers are automatic', async ({ page }) => {
  await open(page, '/');
  await expect(panelOf(page).getByText(assistant.note)).toBeVisible();
  await expect(logOf(page)).toContainText(greetings.default);
  await page.getByRole('button', { name: bubble.close }).first().click();
  await page.getByRole('button', { name: home.hero.chat }).click();
  await expect(logOf(page)).toContainText(greetings.leadIntent);
  await expect(logOf(page)).not.toContainText(greetings.default);
});

test('answers a second after Enter, notifies nobody, and ignores a message of only spaces', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.pauseAt(Date.now() + 60_000);

  const send = buttonOf(page, input.send);
  await expect(send).toBeDisabled();
  await say(page, '   ');
  await expect(send).toBeDisabled();
  await page.clock.fastForward(5000);
  const begun = [greetings.default, ...chips.map(({ label }) => label)].join('\\s*').replaceAll('?', '\\?');
  await expect(logOf(page)).toHaveText(new RegExp(`${begun}$`));

  await say(page, chip('Pricing').question.toUpperCase());
  await expect(logOf(page).getByText(typing)).toBeVisible();
  await page.clock.runFor(999);
  await expect(logOf(page)).not.toContainText(answerOf('pricing'));
  await page.clock.runFor(1);
  await expect(logOf(page)).toContainText(answerOf('pricing'));
  await expect(logOf(page).getByText(typing)).toHaveCount(0);
  await say(page, 'Whales');
  await page.clock.runFor(1000);
  await expect(logOf(page)).toContainText(assistant.defaultAnswer);
  expect(requests).toEqual([]);
});

test("asks a chip's question, and opens the discovery call from the answer about booking", async ({
  page,
}) => {
  await open(page);
  await buttonOf(page, chip('Booking').label).click();
  await expect(logOf(page)).toContainText(answerOf('booking'));
  const [link] = entryWith(rules, 'id', 'booking').links;
  const book = logOf(page).getByRole('button', { name: link?.label ?? '' });
  await book.click();
  const call = page.getByRole('dialog', { name: forms['discovery-call'].title });
  await expect(call).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(call).toBeHidden();
  await expect(panelOf(page)).toBeVisible();
  await expect(book).toBeFocused();
});

test('sends only the message for the team', { tag: '@default' }, async ({ page, freshEmail }) => {
  await open(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await buttonOf(page, message.open).click();
  await expect(panelOf(page).getByRole('heading', { name: forms.message.title })).toBeFocused();
  await panelOf(page).getByLabel(fields.name.label).fill('Beck Aldous');
  await panelOf(page).getByLabel(fields.email.label).fill(freshEmail);
  await panelOf(page).getByLabel(fields.message.label).fill('Eight episodes, the first in three weeks.');
  await buttonOf(page, message.back).click();
  await buttonOf(page, message.open).click();
  await expect(panelOf(page).getByLabel(fields.name.label)).toHaveValue('Beck Aldous');
  expect(posts).toEqual([]);
  await buttonOf(page, submit).click();
  await expect(panelOf(page).getByText(success)).toBeVisible();
  expect(posts).toEqual(['/forms/message']);
});

test('continues on the next page of the same tab', async ({ page }) => {
  await open(page);
  await say(page, 'How do I reach you?');
  await expect(logOf(page)).toContainText(answerOf('contact'));
  await open(page, '/research');
  await expect(logOf(page)).toContainText('How do I reach you?');
  await expect(logOf(page)).toContainText(answerOf('contact'));
});

test('is a sheet over the page on a phone, closed by a link that leads out of it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: system.mobileBar.chat, exact: true }).click();
  await expect(panelOf(page)).toBeVisible();
  await expect.poll(() => panelOf(page).boundingBox()).toEqual({ x: 0, y: 60, width: 390, height: 784 });
  await buttonOf(page, chip('Services').label).click();
  const [link] = entryWith(rules, 'id', 'services').links;
  await logOf(page)
    .getByRole('link', { name: link?.label ?? '' })
    .click();
  await expect(panelOf(page)).toBeHidden();
  await expect(page.locator('#services')).toBeInViewport();
});

test('leads to the contact form without scripts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const ways = [...html.matchAll(/<a [^>]*data-opens="chat[^>]*>/g)].map(([tag]) => tag);
  expect(ways.length).toBeGreaterThan(1);
  for (const way of ways) expect(way).toContain('href="/#contact"');
  expect(ways.some((way) => way.includes(`aria-label="${bubble.open}"`))).toBe(true);
});

// On a phone it opens as a modal sheet.
for (const [screen, widths] of Object.entries({ 'a phone': [320, 390], 'a large screen': [1440] })) {
  test(`is accessible in each of its states on ${screen}`, async ({ page }) => {
    const expectAccessibleAtEachWidth = async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
      }
    };
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await page.goto('/post');
    await page.locator('[data-chat-toggle]:visible').click();
    await expect(panelOf(page)).toBeVisible();
    await expectAccessibleAtEachWidth();
    await say(page, chip('Booking').question);
    await expect(logOf(page)).toContainText(answerOf('booking'));
    await expectAccessibleAtEachWidth();
    await buttonOf(page, message.open).click();
    await buttonOf(page, submit).click();
    await expect(panelOf(page).getByText(fields.name.error)).toBeVisible();
    await expectAccessibleAtEachWidth();
  });
}
