import { expectAccessible } from './harness/accessibility.ts';
import { everyForm, fillForm, formOf, knownForm } from './harness/forms.ts';
import { expect, test } from './harness/test.ts';

// The frame's menu, modals and chat, and every page as it comes, are looked at in tests of their own.
const widths = [390, 1440];
const contact = knownForm('contact');
const brief = knownForm('brief');

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the labs are accessible, each open in turn', async ({ page }) => {
      await page.goto('/');
      for (const name of ['Research & Consultations Lab', 'EduTech Lab', 'Records']) {
        await page.locator('#services summary').filter({ hasText: name }).click();
        await expectAccessible(page);
      }
    });

    test('forms are accessible with errors, an alert and a toast', async ({ page, freshEmail, faults }) => {
      faults.allow(/status of 500/);
      await page.route('**/forms/contact', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/');
      await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
      await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
      await expect(page.getByText('Please tell us your name.')).toHaveCount(2);
      await expectAccessible(page);

      await fillForm(formOf(page, 'contact'), { ...contact.values, email: freshEmail });
      await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
      await expect(page.getByRole('alert')).toHaveText(contact.failure);
      await fillForm(formOf(page, 'brief'), { ...brief.values, email: freshEmail });
      await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
      // Under the pointer it stays.
      const toast = page.locator('#toasts').getByText(brief.success);
      await toast.hover();
      await expectAccessible(page);
      await expect(toast).toBeVisible();
    });

    test('the Production Lab is accessible in each of its stages', async ({ page }) => {
      await page.goto('/production');
      for (const name of ['Pre-Production', 'Post-Production']) {
        await page.getByRole('tab', { name, exact: true }).click();
        await expectAccessible(page);
      }
    });

    test('the receipt of a form sent without scripts is accessible', async ({ page }) => {
      await page.goto('/#received-contact');
      await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('a form sent without scripts comes back accessible', async ({ page, faults }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  faults.allow(/status of 422/);
  for (const { name, pagePath } of everyForm) {
    await page.goto(pagePath);
    await formOf(page, name).evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('alert')).toHaveText('Please look at the marked fields.');
    await expectAccessible(page);
  }
});
