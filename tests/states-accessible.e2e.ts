import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/accessibility.ts';
import { everyForm, fillForm, formOf, type KnownForm } from './harness/forms.ts';
import { expect, test } from './harness/test.ts';

// The frame's menu, modals and chat, and every page as it comes, are looked at in tests of their own.
const widths = [390, 1440];
const known = (name: string): KnownForm => {
  const form = everyForm.find((each) => each.name === name);
  if (!form) throw new Error(`no form ${name}`);
  return form;
};
const contact = known('contact');
const brief = known('brief');

const openLab = (page: Page, name: string) =>
  page.locator('#services summary').filter({ hasText: name }).click();

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the home page is accessible with each lab open, errors, an alert and toasts', async ({
      page,
      freshEmail,
      faults,
    }) => {
      faults.allow(/status of 500/);
      await page.route('**/forms/contact', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/');
      await openLab(page, 'Research & Consultations Lab');
      await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
      await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
      await expect(page.getByText('Please tell us your name.')).toHaveCount(2);
      await expectAccessible(page);

      await openLab(page, 'EduTech Lab');
      await fillForm(formOf(page, 'contact'), { ...contact.values, email: freshEmail });
      await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
      await expect(page.getByRole('alert')).toHaveText(contact.failure);
      await fillForm(formOf(page, 'brief'), { ...brief.values, email: freshEmail });
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
      await expect(page.locator('#toasts').getByText(brief.success)).toBeVisible();
      await page.clock.resume();
      await expectAccessible(page);

      await openLab(page, 'Records');
      await expectAccessible(page);
    });

    test('the Production Lab is accessible in each of its stages', async ({ page }) => {
      await page.goto('/production');
      for (const name of ['Pre-Production', 'Post-Production']) {
        await page.getByRole('tab', { name, exact: true }).click();
        await expectAccessible(page);
      }
    });

    test('a form sent without scripts comes back accessible', async ({ page, faults }) => {
      faults.allow(/status of 422/);
      for (const { name, pagePath } of everyForm) {
        await page.goto(pagePath);
        await formOf(page, name).evaluate((form: HTMLFormElement) => form.submit());
        await expect(page.getByRole('alert')).toHaveText('Please look at the marked fields.');
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('receipts are accessible', async ({ page }) => {
    await page.goto('/#received-contact');
    await expect(page.getByText(contact.success)).toBeVisible();
    await expectAccessible(page);
  });
});
