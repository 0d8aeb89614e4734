import { expect } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { controlOf, everyForm, fillForm, knownForm } from '../harness/forms.ts';
import { test } from '../harness/test.ts';

const { assistant, forms, system } = content;
const contact = knownForm('contact');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('supports everything in a browser that blocks storage', async ({ page, freshEmail }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/');
  await page.getByRole('button', { name: system.header.openMenu }).click();
  await expect(page.getByRole('navigation', { name: system.header.siteNavigation })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: assistant.bubble.open }).click();
  const chat = page.getByRole('dialog', { name: assistant.panel });
  await chat
    .getByRole('textbox', { name: assistant.input.label })
    .fill(entryWith(assistant.chips, 'label', 'Pricing').question);
  await page.keyboard.press('Enter');
  await expect(chat.getByText(entryWith(assistant.rules, 'id', 'pricing').answer)).toBeVisible();
  const form = await contact.open(page);
  await fillForm(form, { ...contact.values, email: freshEmail });
  await form.getByRole('button', { name: contact.button }).click();
  await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
});

for (const form of [knownForm('contact'), knownForm('discovery-call')]) {
  test(`sends the ${form.name} form by the browser if its script does not load`, async ({
    page,
    freshEmail,
    faults,
  }) => {
    faults.allow(/Failed to load resource|error loading dynamically imported module/i);
    await page.route(/enhance-form/, (route) => route.abort());
    const shown = await form.open(page);
    await fillForm(shown, { ...form.values, email: freshEmail });
    await shown.getByRole('button', { name: form.button }).click();
    await expect(page.getByText(form.success).filter({ visible: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
}

test("leads to the contact form if the assistant's code does not load", async ({ page, faults }) => {
  faults.allow(/Failed to load resource|error loading dynamically imported module/i);
  await page.route(/mount-assistant/, (route) => route.abort());
  await page.goto('/post');
  await page.getByRole('button', { name: assistant.bubble.open }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
});

test('shows the receipt of every form sent without scripts as a toast that stays', async ({ page }) => {
  for (const { name, success } of everyForm) {
    // So that the page is loaded each time.
    await page.goto('about:blank');
    await page.goto(`/#received-${name}`);
    await expect(page.locator('#toasts').getByText(success)).toBeVisible();
    await expect(page.getByText(success).filter({ visible: true })).toHaveCount(1);
    await expect(page).toHaveURL('/');
  }
});

test('shows a person who sends too often how long to wait, and keeps the text', async ({
  page,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 429/);
  const brief = knownForm('brief');
  const post = () =>
    page.request.post('/forms/brief', {
      form: { name: 'Runa', email: freshEmail },
      headers: { accept: 'application/json' },
    });
  await expect.poll(async () => (await post()).status(), { intervals: [0] }).toBe(429);
  const form = await brief.open(page);
  await fillForm(form, { ...brief.values, email: freshEmail });
  await form.getByRole('button', { name: brief.button }).click();
  await expect(form.getByRole('alert')).toHaveText(brief.failure);
  const tooMany = new RegExp(`^${fill(forms.shared.failures.tooMany, { minutes: '\\d+' })}$`);
  await expect(form.getByText(tooMany)).toBeVisible();
  await expect(controlOf(form, 'email')).toHaveValue(freshEmail);
});

test('keeps the typed text when a visitor leaves and returns by the browser', async ({
  page,
  freshEmail,
}) => {
  const form = await contact.open(page);
  await fillForm(form, { ...contact.values, email: freshEmail });
  await page.goto('/production');
  await page.goBack();
  for (const [field, value] of Object.entries({ ...contact.values, email: freshEmail })) {
    await expect(controlOf(form, field)).toHaveValue(value);
  }
});
