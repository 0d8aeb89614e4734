import { expect, type APIResponse } from '@playwright/test';
import { content } from '../harness/content.ts';
import { controlOf, everyForm, fillForm, formOf } from '../harness/forms.ts';
import { test } from '../harness/test.ts';

const { forms, system } = content;

test.use({ javaScriptEnabled: false });

test('prevents storing a form’s own page: empty, refused with typed text, or with its receipt', async ({
  request,
  freshEmail,
}) => {
  const storedAs = async (asked: Promise<APIResponse>) => {
    const answer = await asked;
    return [answer.status(), answer.headers()['cache-control']?.includes('no-store')];
  };
  for (const { name, values } of everyForm) {
    const path = `/forms/${name}`;
    const post = (form: Record<string, string>) => request.post(path, { form, maxRedirects: 0 });
    expect.soft(await storedAs(request.get(path)), name).toEqual([200, true]);
    expect.soft(await storedAs(post({ ...values, email: 'nobody' })), name).toEqual([422, true]);
    expect.soft(await storedAs(post({ ...values, email: freshEmail })), name).toEqual([303, true]);
  }
});

// received.e2e.ts tests that each can be sent from its initial state.
for (const { name, pagePath, values, required, button, success } of everyForm) {
  test(
    `${name} is refused without JavaScript with every error named and every value kept, is then sent, and its receipt can be dismissed`,
    { tag: '@default' },
    async ({ page, faults, freshEmail }) => {
      faults.allow(/status of 422/);
      await page.goto(pagePath);
      const form = formOf(page, name);
      const blank = Object.fromEntries(Object.keys(required).map((field) => [field, ' ']));
      // A browser without our script checks that no field is empty; spaces pass there.
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
    },
  );
}
