import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/accessibility.ts';
import { expect, test } from './harness/test.ts';

const greeting = 'Hello. I can tell you about our services, prices, booking or contact.';
const leadGreeting = 'Good, let us get your project started.';
const pricing = 'Every project is quoted line by line after a call.';
const booking = 'A discovery call takes 30 minutes';
const fallback = 'I only know about services, prices, booking and contact.';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Antinode assistant' });
const logOf = (page: Page) => panelOf(page).getByRole('log', { name: 'Conversation' });

const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Message', exact: true });

async function open(page: Page, path = '/post'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(panelOf(page)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await page.keyboard.press('Enter');
}

test('its code loads when somebody turns to it, not with the page', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/post');
  const before = scripts.length;
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await expect.poll(() => scripts.length).toBeGreaterThan(before);
  await expect(panelOf(page)).toHaveCount(0);
});

test('greets by context and says that it answers by itself', async ({ page }) => {
  await open(page, '/');
  await expect(panelOf(page).getByText('Automatic replies')).toBeVisible();
  await expect(logOf(page)).toContainText(greeting);
  await page.getByRole('button', { name: 'Close chat' }).first().click();
  await page.getByRole('button', { name: 'Chat with our AI Assistant' }).click();
  await expect(logOf(page)).toContainText(leadGreeting);
  await expect(logOf(page)).not.toContainText(greeting);
});

test('answers a second after Enter, and tells nobody', async ({ page }) => {
  await page.clock.install();
  await open(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.pauseAt(Date.now() + 60_000);
  await say(page, 'WHAT DOES IT COST?');
  await expect(logOf(page).getByText('Assistant is typing')).toBeVisible();
  await page.clock.runFor(999);
  await expect(logOf(page)).not.toContainText(pricing);
  await page.clock.runFor(1);
  await expect(logOf(page)).toContainText(pricing);
  await expect(logOf(page).getByText('Assistant is typing')).toHaveCount(0);
  await say(page, 'Whales');
  await page.clock.runFor(1000);
  await expect(logOf(page)).toContainText(fallback);
  expect(requests).toEqual([]);
});

test('ignores a message of nothing but spaces', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const send = panelOf(page).getByRole('button', { name: 'Send message' });
  await expect(send).toBeDisabled();
  await say(page, '   ');
  await expect(send).toBeDisabled();
  await page.clock.runFor(5000);
  await expect(logOf(page)).toHaveText(/What are you working on\?\s*Services\s*Pricing\s*Booking\s*Contact$/);
});

test('a chip asks its question, and the answer to booking opens the discovery call', async ({ page }) => {
  await open(page);
  await panelOf(page).getByRole('button', { name: 'Booking' }).click();
  await expect(logOf(page)).toContainText(booking);
  const book = logOf(page).getByRole('button', { name: 'Book a discovery call' });
  await book.click();
  const call = page.getByRole('dialog', { name: 'Discovery Call' });
  await expect(call).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(call).toBeHidden();
  await expect(panelOf(page)).toBeVisible();
  await expect(book).toBeFocused();
});

test('a message for the team is the one thing that is sent', async ({ page, freshEmail }) => {
  await open(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await panelOf(page).getByRole('button', { name: 'Write to a person' }).click();
  await expect(panelOf(page).getByRole('heading', { name: 'A message to a person' })).toBeFocused();
  await panelOf(page).getByLabel('Name').fill('Beck Aldous');
  await panelOf(page).getByLabel('Email').fill(freshEmail);
  await panelOf(page).getByLabel('Your message').fill('Eight episodes, the first in three weeks.');
  await panelOf(page).getByRole('button', { name: 'Back to the automatic replies' }).click();
  await panelOf(page).getByRole('button', { name: 'Write to a person' }).click();
  await expect(panelOf(page).getByLabel('Name')).toHaveValue('Beck Aldous');
  expect(posts).toEqual([]);
  await panelOf(page).getByRole('button', { name: 'Leave a message for the team' }).click();
  await expect(panelOf(page).getByText('Message stored. A person answers within 24 hours.')).toBeVisible();
  expect(posts).toEqual(['/forms/message']);
});

test('works by keyboard alone and gives focus back', async ({ page }) => {
  await page.goto('/post');
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await bubble.focus();
  await page.keyboard.press('Space');
  await expect(inputOf(page)).toBeFocused();
  await expect(page.locator('[data-chat-toggle]:visible')).toHaveAccessibleName('Close chat');
  await expect(page.locator('[data-chat-toggle]:visible')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(bubble).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
});

test('goes on where it was on the next page of the same tab', async ({ page }) => {
  await open(page);
  await say(page, 'How do I reach you?');
  await expect(logOf(page)).toContainText('The contact form reaches a person');
  await open(page, '/research');
  await expect(logOf(page)).toContainText('How do I reach you?');
  await expect(logOf(page)).toContainText('The contact form reaches a person');
});

test('on a phone it is a sheet over the page that a link out of it closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(panelOf(page)).toBeVisible();
  expect(await panelOf(page).boundingBox()).toEqual({ x: 0, y: 60, width: 390, height: 784 });
  await panelOf(page).getByRole('button', { name: 'Services' }).click();
  await logOf(page).getByRole('link', { name: 'Labs & Services' }).click();
  await expect(panelOf(page)).toBeHidden();
  await expect(page.locator('#services')).toBeInViewport();
});

test('without scripts the ways to it lead to the contact form', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Open chat' })).toHaveAttribute('href', '/#contact');
  await context.close();
});

for (const width of [320, 390, 1440]) {
  test(`is accessible in each of its states at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/post');
    await page.locator('[data-chat-toggle]:visible').click();
    await expect(panelOf(page)).toBeVisible();
    await expectAccessible(page);
    await say(page, 'I want to book');
    await expect(logOf(page)).toContainText(booking);
    await expectAccessible(page);
    await panelOf(page).getByRole('button', { name: 'Write to a person' }).click();
    await panelOf(page).getByRole('button', { name: 'Leave a message for the team' }).click();
    await expect(panelOf(page).getByText('Please tell us your name.')).toBeVisible();
    await expectAccessible(page);
  });
}
