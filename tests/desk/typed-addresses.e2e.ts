import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { controlOf, fillForm, knownForm } from '../harness/forms.ts';
import { expect, test } from '../harness/test.ts';

const contact = knownForm('contact');

test('removes invisible characters at the ends of an email address, and names one inside', async ({
  page,
  freshEmail,
}) => {
  await page.goto('/');
  const form = await contact.open(page);
  await fillForm(form, { ...contact.values, email: freshEmail.replace('@', '\u00AD@') });
  await form.getByRole('button', { name: contact.button }).click();
  const before = freshEmail.slice(0, freshEmail.indexOf('@'));
  await expect(form.getByText(fill(content.forms.shared.errors.invisible, { before }))).toBeVisible();
  await controlOf(form, 'email').fill(`\u200B${freshEmail}\uFEFF`);
  await form.getByRole('button', { name: contact.button }).click();
  await expect(form.getByText(content.forms.shared.receipt)).toBeVisible();
});
