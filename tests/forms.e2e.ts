import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './harness/accessibility.ts';
import { formOf } from './harness/forms.ts';
import { expect, test } from './harness/test.ts';

const failure = 'There was an error submitting the form. Please try again.';
const received = 'Message Received! Our team will get back to you within 24 hours.';

async function fillContact(form: Locator, email: string): Promise<void> {
  await form.getByLabel('Name').fill('Runa Vestergaard');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Project details').fill('A short film, locked in January.');
}

/** Stops the page's clock once it is loaded, so that a test moves it. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
}

const visitorStatus = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/api/visitor')).json()) as { status: string }).status);

test.describe('the contact form', () => {
  test('shows its receipt for 5 s, empties and makes the visitor a lead', async ({ page, freshEmail }) => {
    await openAt(page, '/');
    const form = formOf(page, 'contact');
    expect(await visitorStatus(page)).toBe('guest');
    await fillContact(form, freshEmail);
    await form.getByLabel('Service').selectOption('Records');
    await page.clock.pauseAt(Date.now() + 60_000);
    await form.getByRole('button', { name: 'Send message' }).click();
    const toast = page.locator('#toasts').getByText(received);
    await expect(toast).toBeVisible();
    for (const label of ['Name', 'Email', 'Company', 'Service', 'Project details']) {
      await expect(form.getByLabel(label)).toHaveValue('');
    }
    await page.clock.runFor(4999);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(toast).toBeHidden();
    expect(await visitorStatus(page)).toBe('lead');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('antinode:lead-status')))
      .toContain('"status":"lead"');
  });

  test('names what is missing beside each field and goes to the first', async ({ page }) => {
    await page.goto('/');
    const form = formOf(page, 'contact');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please tell us your name.');
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter a full email address.');
    await expect(form.getByLabel('Project details')).toHaveAccessibleDescription(
      'A sentence or two is enough.',
    );
    await expectAccessible(page);
    await form.getByLabel('Name').fill('R');
    await expect(form.getByText('Please tell us your name.')).toBeHidden();
    await expect(form.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
  });

  test('keeps everything and says so when the server cannot be reached, and can be sent again', async ({
    page,
    freshEmail,
    faults,
  }) => {
    faults.allow(/Failed to load resource|net::ERR/);
    const ids: string[] = [];
    let answers = 0;
    await page.route('**/forms/contact', async (route) => {
      ids.push(/name="submission_id"\r\n\r\n(\S+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
      answers += 1;
      if (answers === 1) await route.abort();
      else if (answers === 2) await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
      else await route.continue();
    });
    await page.goto('/');
    const form = formOf(page, 'contact');
    await fillContact(form, freshEmail);
    const button = form.getByRole('button', { name: 'Send message' });
    for (const status of ['We could not reach the server', 'Something broke on our side']) {
      await button.click();
      await expect(form.getByRole('alert')).toHaveText(failure);
      await expect(form.getByRole('status').filter({ hasText: status })).toBeVisible();
      await expect(form.getByLabel('Email')).toHaveValue(freshEmail);
      await expect(form.getByLabel('Project details')).toHaveValue('A short film, locked in January.');
    }
    await button.click();
    await expect(page.locator('#toasts').getByText(received)).toBeVisible();
    await expect(form.getByRole('alert')).toBeHidden();
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size).toBe(1);
  });

  test('tells an offline visitor so', async ({ page, context, freshEmail, faults }) => {
    faults.allow(/Failed to load resource|net::ERR/);
    await page.goto('/');
    const form = formOf(page, 'contact');
    await fillContact(form, freshEmail);
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByRole('alert')).toHaveText(failure);
    await expect(form.getByText('You are offline. What you typed is kept on this page.')).toBeVisible();
    await context.setOffline(false);
  });

  test('is sent once however often its button is pressed, and the busy button keeps its size', async ({
    page,
    freshEmail,
  }) => {
    let posts = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/forms/contact', async (route) => {
      posts += 1;
      await held;
      await route.continue();
    });
    await page.goto('/');
    const form = formOf(page, 'contact');
    await fillContact(form, freshEmail);
    const button = form.locator('button[type=submit]');
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.dblclick();
    await expect(button).toHaveText('Sending');
    expect(await button.boundingBox()).toEqual(before);
    await form.getByLabel('Name').press('Enter');
    answer();
    await expect(page.locator('#toasts').getByText(received)).toBeVisible();
    expect(posts).toBe(1);
    await expect(button).toHaveText('Send message');
  });

  test('has its draft back after a reload, and forgets it once it is sent', async ({ page, freshEmail }) => {
    await page.goto('/');
    const form = formOf(page, 'contact');
    await fillContact(form, freshEmail);
    await page.goto('/production');
    await page.goto('/');
    await expect(form.getByLabel('Project details')).toHaveValue('A short film, locked in January.');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page.locator('#toasts').getByText(received)).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('Project details')).toHaveValue('');
  });

  test('comes with the service chosen that its address names', async ({ page }) => {
    await page.goto('/?service=pre-production#contact');
    await expect(formOf(page, 'contact').getByLabel('Service')).toHaveValue('Pre-Production');
  });
});

test('the brief shows its receipt for 4 s and empties 1 s after the answer', async ({ page, freshEmail }) => {
  await openAt(page, '/');
  const form = formOf(page, 'brief');
  await form.getByLabel('Name').fill('Runa');
  await form.getByLabel('Email').fill(freshEmail);
  await form.getByLabel('Project type').selectOption('Sonic Branding');
  await page.clock.pauseAt(Date.now() + 60_000);
  await form.getByRole('button', { name: 'Send the brief' }).click();
  const toast = page.locator('#toasts').getByText("Brief received! We'll be in touch soon.");
  await expect(toast).toBeVisible();
  await page.clock.runFor(999);
  await expect(form.getByLabel('Email')).toHaveValue(freshEmail);
  await page.clock.runFor(1);
  await expect(form.getByLabel('Email')).toHaveValue('');
  await page.clock.runFor(2999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test('the discovery call says it was received, closes after 1 s and stays said', async ({
  page,
  freshEmail,
}) => {
  await openAt(page, '/?call=1');
  const dialog = page.getByRole('dialog', { name: 'Discovery Call' });
  await dialog.getByLabel('Name').fill('Runa');
  await dialog.getByLabel('Email').fill(freshEmail);
  await dialog.getByLabel('Time of day').selectOption('afternoon');
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Book Discovery Call' }).click();
  const receipt = 'Request received. We will write within 24 hours with a time.';
  await expect(dialog.getByText(receipt)).toBeVisible();
  await page.clock.runFor(999);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(receipt).locator('visible=true')).toBeVisible();
  expect(await visitorStatus(page)).toBe('booked');
  await page.goto('/?call=1');
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});
