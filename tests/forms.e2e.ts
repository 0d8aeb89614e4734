import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './harness/accessibility.ts';
import { controlOf, everyForm, fillForm, formOf, knownForm } from './harness/forms.ts';
import { expect, test } from './harness/test.ts';

const contact = knownForm('contact');

/** Stops the page's clock once it is loaded, so that a test moves it. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
}

const visitorStatus = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/api/visitor')).json()) as { status: string }).status);

async function expectKept(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await expect(controlOf(form, field)).toHaveValue(value);
  }
}

for (const { name, open, values, required, button, success, failure } of everyForm) {
  test(`${name}: each error stands beside its field until one types, the first has the focus, typed text stays`, async ({
    page,
  }) => {
    const form = await open(page);
    const posts: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
    await form.getByRole('button', { name: button }).click();
    for (const [field, sentence] of Object.entries(required)) {
      await expect(controlOf(form, field)).toHaveAccessibleDescription(sentence);
      await expect(controlOf(form, field)).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByText(sentence)).toBeVisible();
    }
    await expect(controlOf(form, 'name')).toBeFocused();
    await expectAccessible(page);
    await controlOf(form, 'name').fill('R');
    await expect(form.getByText('Please tell us your name.')).toBeHidden();
    await expect(controlOf(form, 'name')).not.toHaveAttribute('aria-invalid');

    await fillForm(form, { ...values, email: 'runa@' });
    await form.getByRole('button', { name: button }).click();
    await expect(controlOf(form, 'email')).toBeFocused();
    await expect(controlOf(form, 'email')).toHaveAccessibleDescription('Please enter a full email address.');
    await expectKept(form, { ...values, email: 'runa@' });
    expect(posts).toEqual([]);
  });

  test(`${name}: unreachable, broken, reloaded: nothing typed is lost until it is sent, once`, async ({
    page,
    freshEmail,
    faults,
  }) => {
    faults.allow(/Failed to load resource/);
    const typed = { ...values, email: freshEmail };
    const ids: string[] = [];
    let isWell = false;
    await page.route(`**/forms/${name}`, async (route) => {
      ids.push(/name="submission_id"\r\n\r\n(\S+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
      if (isWell) await route.continue();
      else if (ids.length === 1) await route.abort();
      else await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
    });
    const form = await open(page);
    await fillForm(form, typed);
    for (const reason of ['We could not reach the server.', 'Something broke on our side']) {
      await form.getByRole('button', { name: button }).click();
      await expect(form.getByRole('alert')).toHaveText(failure);
      await expect(form.getByRole('status').filter({ hasText: reason })).toBeVisible();
      await expect(form).toBeVisible();
      await expectKept(form, typed);
    }

    await page.reload();
    const again = await open(page);
    await expectKept(again, typed);
    // What the failed attempt says goes when the form is sent, so the second click of the next one meets a smaller form.
    await again.getByRole('button', { name: button }).click();
    await expect(again.getByRole('alert')).toHaveText(failure);
    isWell = true;
    await again.getByRole('button', { name: button }).dblclick();
    await expect(page.getByText(success).filter({ visible: true })).toBeVisible();
    await expect(again.getByRole('alert')).toBeHidden();
    await expect(controlOf(again, 'email')).toHaveValue('');
    expect(ids).toHaveLength(4);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size, 'one submission, however often it was tried').toBe(1);
    await page.reload();
    await expectKept(await open(page), { name: '', email: '' });
  });
}

test('what a visitor types while a form is on its way is not taken from them', async ({
  page,
  freshEmail,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/forms/contact', async (route) => {
    await held;
    await route.continue();
  });
  const form = await contact.open(page);
  await fillForm(form, { ...contact.values, email: freshEmail });
  await form.getByRole('button', { name: contact.button }).click();
  await controlOf(form, 'message').fill('And another thing.');
  answer();
  await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
  await expect(controlOf(form, 'message')).toHaveValue('And another thing.');
});

test.describe('the contact form', () => {
  test('shows its receipt for 5 s, empties and makes the visitor a lead', async ({ page, freshEmail }) => {
    await openAt(page, '/');
    const form = formOf(page, 'contact');
    expect(await visitorStatus(page)).toBe('guest');
    await fillForm(form, { ...contact.values, email: freshEmail });
    await form.getByLabel('Service').selectOption('Records');
    await page.clock.pauseAt(Date.now() + 60_000);
    await form.getByRole('button', { name: contact.button }).click();
    const toast = page.locator('#toasts').getByText(contact.success);
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

  test('tells an offline visitor so, and can be sent at once when the network is back', async ({
    page,
    context,
    freshEmail,
    faults,
  }) => {
    faults.allow(/Failed to load resource|net::ERR/);
    await page.goto('/');
    const form = formOf(page, 'contact');
    await fillForm(form, { ...contact.values, email: freshEmail });
    await context.setOffline(true);
    await form.getByRole('button', { name: contact.button }).click();
    await expect(form.getByRole('alert')).toHaveText(contact.failure);
    await expect(form.getByText('You are offline. What you typed is kept on this page.')).toBeVisible();
    await context.setOffline(false);
    await form.getByRole('button', { name: contact.button }).click();
    await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
    await expect(form.getByRole('alert')).toBeHidden();
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
    await fillForm(form, { ...contact.values, email: freshEmail });
    const button = form.locator('button[type=submit]');
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.dblclick();
    await expect(button).toHaveText('Sending');
    expect(await button.boundingBox()).toEqual(before);
    await form.getByLabel('Name').press('Enter');
    answer();
    await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
    expect(posts).toBe(1);
    await expect(button).toHaveText(contact.button);
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
