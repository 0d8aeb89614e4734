import { expect } from '@playwright/test';
import { controlOf, everyForm, fillForm, formOf } from './harness/forms.ts';
import { test } from './harness/test.ts';

test.use({ javaScriptEnabled: false });

for (const { name, pagePath, values, required, button, success } of everyForm) {
  test(`${name} is sent without JavaScript and answered with its receipt`, async ({ page, freshEmail }) => {
    await page.goto(pagePath);
    const form = formOf(page, name);
    await fillForm(form, { ...values, email: freshEmail });
    await form.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(`/#received-${name}`);
    await expect(page.getByText(success)).toBeVisible();
    await expect(page.getByText(success)).toBeInViewport();
  });

  test(`${name} comes back without JavaScript with every error named and every word kept`, async ({
    page,
    faults,
    freshEmail,
  }) => {
    faults.allow(/status of 422/);
    await page.goto(pagePath);
    const form = formOf(page, name);
    const blank = Object.fromEntries(Object.keys(required).map((field) => [field, ' ']));
    // A browser without our script checks by itself that nothing is empty; spaces pass there.
    await fillForm(form, { ...values, ...blank, email: freshEmail });
    await form.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toHaveText('Please look at the marked fields.');
    for (const [field, sentence] of Object.entries(required)) {
      if (field === 'email') continue;
      await expect(controlOf(form, field)).toHaveAccessibleDescription(sentence);
      await expect(controlOf(form, field)).toHaveAttribute('aria-invalid', 'true');
    }
    for (const [field, value] of Object.entries({ ...values, ...blank, email: freshEmail })) {
      await expect(controlOf(form, field)).toHaveValue(value);
    }

    await fillForm(form, values);
    await form.getByRole('button', { name: button }).click();
    await expect(page.getByText(success)).toBeVisible();
  });
}

test("the receipt can be put away, and says so in the address's fragment alone", async ({
  page,
  freshEmail,
}) => {
  await page.goto('/session-planner');
  const form = formOf(page, 'lead-capture');
  await fillForm(form, { name: 'Runa', email: freshEmail });
  await form.getByRole('button', { name: 'Send me the planner' }).click();
  const receipt = page.getByText('On its way. Look for a mail from Antinode.');
  await expect(receipt).toBeVisible();
  await page.getByRole('link', { name: 'Dismiss' }).click();
  await expect(receipt).toBeHidden();
});
