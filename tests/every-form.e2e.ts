import { expect, type Locator } from '@playwright/test';
import { controlOf, everyForm, fillForm, knownForm } from './harness/forms.ts';
import { test } from './harness/test.ts';

async function expectKept(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await expect(controlOf(form, field)).toHaveValue(value);
  }
}

for (const { name, open, values, required, button, success, failure } of everyForm) {
  test(`${name}: each error stands beside its field, the first has the focus, typed text stays`, async ({
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

    await fillForm(form, { ...values, email: 'runa@' });
    await form.getByRole('button', { name: button }).click();
    await expect(controlOf(form, 'email')).toBeFocused();
    await expect(controlOf(form, 'email')).toHaveAccessibleDescription('Please enter a full email address.');
    await expect(form.getByText('Please tell us your name.')).toBeHidden();
    await expectKept(form, { ...values, email: 'runa@' });
    expect(posts).toEqual([]);
  });

  test(`${name}: unreachable, broken, reloaded: nothing typed is lost, and it is sent once`, async ({
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
      else await route.fulfill({ status: 500, body: 'Something went wrong here.' });
    });
    const form = await open(page);
    await fillForm(form, typed);
    for (const reason of ['We could not reach the server.', 'Something broke on our side']) {
      await form.getByRole('button', { name: button }).click();
      await expect(form.getByRole('alert')).toHaveText(failure);
      await expect(form.getByText(reason)).toBeVisible();
      await expect(form).toBeVisible();
      await expectKept(form, typed);
    }

    await page.reload();
    const again = await open(page);
    await expectKept(again, typed);
    isWell = true;
    await again.getByRole('button', { name: button }).dblclick();
    await expect(page.getByText(success).filter({ visible: true })).toBeVisible();
    await expect(again.getByRole('alert')).toBeHidden();
    await expect(controlOf(again, 'email')).toHaveValue('');
    expect(ids).toHaveLength(3);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size, 'one submission, however often it was tried').toBe(1);
  });
}

test('what a visitor types while a form is on its way is not taken from them', async ({
  page,
  freshEmail,
}) => {
  const contact = knownForm('contact');
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
