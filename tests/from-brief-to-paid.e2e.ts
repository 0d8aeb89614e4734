import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillForm, knownForm } from './harness/forms.ts';
import { followLink, newestSignInMail } from './harness/sign-in.ts';
import { expect, test } from './harness/studio-browsers.ts';
import { waveOf } from './harness/wave.ts';

const mix = { name: 'Quay_mix_v1.wav', mimeType: 'audio/wav', buffer: waveOf(1) };

/** The client's page must show it without being loaded again. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Reflect.set(globalThis, 'isStillThisPage', true));
  return async () => expect(await page.evaluate(() => Reflect.get(globalThis, 'isStillThisPage'))).toBe(true);
}

test('a brief becomes a client who hears, approves and pays', async ({
  page,
  newBrowser,
  team,
  freshEmail,
}) => {
  test.slow();
  const brief = knownForm('brief');
  const form = await brief.open(page);
  await fillForm(form, { ...brief.values, name: 'Ines Quay', email: freshEmail });
  await form.getByRole('button', { name: brief.button }).click();
  await expect(page.getByText(brief.success).filter({ visible: true })).toBeVisible();

  const desk = await newBrowser(team);
  await desk.goto('/desk');
  await desk.getByRole('link', { name: 'Ines Quay' }).click();
  await desk.getByRole('combobox', { name: 'Status', exact: true }).selectOption('converted');
  await desk.getByRole('textbox', { name: 'First project' }).fill('Quay, reel 1');
  await desk.getByRole('button', { name: 'Set status' }).click();
  await desk.getByRole('link', { name: 'Quay, reel 1' }).first().click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Quay, reel 1');

  const portal = await newBrowser();
  const mail = await newestSignInMail(portal.request, freshEmail);
  await followLink(portal, mail.link);
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Quay, reel 1');
  const isStillThere = await markPage(portal);

  await desk.getByLabel('Upload a file').setInputFiles(mix);
  const approve = portal.getByRole('button', { name: `Approve ${mix.name}` });
  await expect(approve).toBeVisible();
  await isStillThere();
  const download = portal.waitForEvent('download');
  await portal.getByRole('link', { name: `Download ${mix.name}` }).click();
  const stored = createHash('sha256');
  for await (const part of await (await download).createReadStream()) stored.update(part as Buffer);
  expect(stored.digest('hex')).toBe(createHash('sha256').update(mix.buffer).digest('hex'));

  await approve.click();
  await portal.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(
    portal.getByRole('row', { name: mix.name }).getByText('Approved', { exact: true }),
  ).toBeVisible();
  await desk.reload();
  await expect(desk.getByRole('region', { name: 'Files' })).toContainText('Ines Quay');

  await portal.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Invoices' }).click();
  await expect(portal.getByRole('button', { name: 'Mark Paid' })).toHaveCount(0);
  await desk.getByText('Issue an invoice').click();
  await desk.getByRole('textbox', { name: 'Amount in US dollars' }).fill('2,500.00');
  await desk.getByRole('textbox', { name: 'What it is for' }).fill('Reel 1, first instalment');
  const invoiceForm = desk.getByRole('region', { name: 'Invoices' });
  await invoiceForm.getByLabel('Due date').fill('2099-12-31');
  await invoiceForm.getByRole('button', { name: 'Issue', exact: true }).click();
  await portal.getByRole('button', { name: 'Mark Paid' }).click();
  await expect(portal.getByRole('row', { name: 'Reel 1, first instalment' })).toContainText('Paid');
  await expect(portal.getByRole('button', { name: 'Mark Paid' })).toHaveCount(0);

  await desk.goto('/desk/invoices?state=reported');
  await desk
    .getByRole('row', { name: 'Reel 1, first instalment' })
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await desk.goto('/desk/invoices?state=paid');
  const row = desk.getByRole('row', { name: 'Reel 1, first instalment' });
  await expect(row).toContainText('confirmed by Ada Brandt');
  await expect(row).toContainText('$2,500.00');
});
