import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { everyForm, fillForm, formOf, knownForm } from '../harness/forms.ts';
import { expect, test } from '../harness/test.ts';

// The frame's menu, modals and chat, and the initial state of every page, have their own tests. Public pages look the
// same in both colour schemes.
const looks = { widths: [390, 1440], schemes: ['light'] } as const;
const contact = knownForm('contact');
const brief = knownForm('brief');

/** Stops the page's clock from its next load on, so that a toast does not disappear before it is checked. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T10:00:00Z' });
  // The clock runs from its installation, and is never set back.
  await page.clock.pauseAt('2026-11-20T10:05:00Z');
}

/** Keeps the toast with this text by focusing it, and lets the clock run again, which the engines need. */
async function keepToast(page: Page, words: string): Promise<void> {
  const toasts = page.locator('#toasts');
  await expect(toasts).toContainText(words);
  await toasts.getByRole('button').focus();
  await page.clock.resume();
}

test('shows the labs accessibly, each open in turn', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Research & Consultations Lab', 'EduTech Lab', 'Records']) {
    await page.locator('#services summary').filter({ hasText: name }).click();
    await expectAccessibleEverywhere(page, looks);
  }
});

test('shows forms with errors accessibly', async ({ page }) => {
  await page.goto('/');
  await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
  await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
  await expect(page.getByText('Please tell us your name.')).toHaveCount(2);
  await expectAccessibleEverywhere(page, looks);
});

test('shows forms with an alert and a toast accessibly', async ({ page, freshEmail, faults }) => {
  faults.allow(/status of 500/);
  await page.route('**/forms/contact', (route) => route.fulfill({ status: 500, body: '' }));
  await holdClock(page);
  await page.goto('/');
  await fillForm(formOf(page, 'contact'), { ...contact.values, email: freshEmail });
  await formOf(page, 'contact').getByRole('button', { name: contact.button }).click();
  await expect(page.getByRole('alert')).toHaveText(contact.failure);
  await fillForm(formOf(page, 'brief'), { ...brief.values, email: freshEmail });
  await formOf(page, 'brief').getByRole('button', { name: brief.button }).click();
  await keepToast(page, brief.success);
  await expectAccessibleEverywhere(page, looks);
  await expect(page.locator('#toasts').getByText(brief.success)).toBeVisible();
});

test('shows each stage of the Production Lab accessibly', async ({ page }) => {
  await page.goto('/production');
  for (const name of ['Pre-Production', 'Post-Production']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectAccessibleEverywhere(page, looks);
  }
});

test('shows the receipt of a form sent without scripts accessibly', async ({ page }) => {
  await holdClock(page);
  await page.goto('/#received-contact');
  await keepToast(page, contact.success);
  await expectAccessibleEverywhere(page, looks);
  await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
});

test('shows a refused form sent without scripts accessibly', async ({ page, faults }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  faults.allow(/status of 422/);
  for (const { name, pagePath } of everyForm) {
    await page.goto(pagePath);
    await formOf(page, name).evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('alert')).toHaveText('Please correct the marked fields.');
    await expectAccessible(page);
  }
});
