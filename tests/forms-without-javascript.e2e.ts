import { expect } from '@playwright/test';
import { content } from './harness/content.ts';
import { controlOf, everyForm, fillForm, formOf } from './harness/forms.ts';
import { test } from './harness/test.ts';

const { forms, system } = content;

test.use({ javaScriptEnabled: false });

// That each is sent as it first comes: received.e2e.ts.
for (const { name, pagePath, values, required, button, success } of everyForm) {
  test(`${name} comes back without JavaScript with every error named and every word kept, is then sent, and its receipt can be put away`, async ({
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
    await expect(page.getByRole('alert')).toHaveText(forms.shared.errors.summary);
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
    await expect(page).toHaveURL(`/#received-${name}`);
    await expect(page.getByText(success)).toBeInViewport();
    await page.getByRole('link', { name: system.dismiss }).click();
    await expect(page.getByText(success)).toBeHidden();
  });
}
