import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { fillForm, knownForm } from '../harness/forms.ts';
import { followLink, newestSignInMail } from '../harness/sign-in.ts';
import { expect, test } from '../harness/studio-browsers.ts';
import { waveOf } from '../harness/wave.ts';

const { desk: leads, 'desk-projects': projects, portal: words, project: own, sample } = content;
const member = entryWith(sample.team, 'key', 'ada').name;

const mix = { name: 'Quay_mix_v1.wav', mimeType: 'audio/wav', buffer: waveOf(1) };

/** The client's page must show it without a reload. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Reflect.set(globalThis, 'isStillThisPage', true));
  return async () => expect(await page.evaluate(() => Reflect.get(globalThis, 'isStillThisPage'))).toBe(true);
}

test(
  'turns a brief into a client who listens, approves and pays',
  { tag: '@default' },
  async ({ page, createBrowserToken, team, freshEmail }) => {
    test.slow();
    const brief = knownForm('brief');
    const form = await brief.open(page);
    await fillForm(form, { ...brief.values, name: 'Ines Quay', email: freshEmail });
    await form.getByRole('button', { name: brief.button }).click();
    await expect(page.getByText(brief.success).filter({ visible: true })).toBeVisible();

    const desk = await createBrowserToken(team);
    await desk.goto('/desk/leads');
    await desk.getByRole('link', { name: 'Ines Quay' }).click();
    await desk
      .getByRole('combobox', { name: leads.lead.status.label, exact: true })
      .selectOption('converted');
    await desk.getByRole('textbox', { name: leads.lead.status.project }).fill('Quay, reel 1');
    await desk.getByRole('button', { name: leads.lead.status.button }).click();
    await desk.getByRole('link', { name: 'Quay, reel 1' }).first().click();
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Quay, reel 1');

    const portal = await createBrowserToken();
    const mail = await newestSignInMail(portal.request, freshEmail);
    await followLink(portal, mail.link);
    await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Quay, reel 1');
    const isStillThere = await markPage(portal);

    await desk.getByLabel(projects.upload.choose).setInputFiles(mix);
    const approve = portal.getByRole('button', { name: fill(own.files.approveFile, { file: mix.name }) });
    await expect(approve).toBeVisible();
    await isStillThere();
    const download = portal.waitForEvent('download');
    await portal.getByRole('link', { name: `${own.files.download} ${mix.name}` }).click();
    const stored = createHash('sha256');
    for await (const part of await (await download).createReadStream()) stored.update(part as Buffer);
    expect(stored.digest('hex')).toBe(createHash('sha256').update(mix.buffer).digest('hex'));

    await approve.click();
    await portal.getByRole('dialog').getByRole('button', { name: own.approval.approve }).click();
    await expect(
      portal
        .getByRole('row', { name: mix.name })
        .getByText(content.project.fileStates.approved, { exact: true }),
    ).toBeVisible();
    await desk.reload();
    await expect(desk.getByRole('region', { name: projects.files.title })).toContainText('Ines Quay');

    await portal
      .getByRole('navigation', { name: words.navigation })
      .getByRole('link', { name: words.tabs.invoices })
      .click();
    await expect(portal.getByRole('button', { name: words.invoices.markPaid })).toHaveCount(0);
    await desk.getByText(projects.invoices.issue).click();
    const writing = content['invoice-form'];
    const invoiceForm = desk.getByRole('form', { name: writing.issue });
    await invoiceForm.getByLabel(writing.unitPrice, { exact: true }).fill('2,500.00');
    await invoiceForm.getByLabel(writing.description, { exact: true }).fill('Reel 1, first instalment');
    await invoiceForm.getByLabel(writing.dueOn, { exact: true }).fill('2099-12-31');
    await invoiceForm.getByRole('button', { name: writing.issue, exact: true }).click();
    await desk
      .getByRole('dialog', { name: writing.ask.title })
      .getByRole('button', { name: writing.ask.yes, exact: true })
      .click();
    const invoice = portal.getByRole('row', { name: 'Reel 1, first instalment' });
    const reportPayment = async () => {
      await portal.getByRole('button', { name: words.invoices.markPaid }).click();
      await portal.getByRole('dialog').getByRole('button', { name: words.invoices.markPaid }).click();
      await expect(invoice).toContainText(words.invoices.statuses.reported);
      await expect(portal.getByRole('button', { name: words.invoices.markPaid })).toHaveCount(0);
      await desk.goto('/desk/invoices?state=reported');
      await expect(desk.getByRole('row', { name: 'Reel 1, first instalment' })).toContainText(
        words.invoices.statuses.reported,
      );
    };
    await reportPayment();
    await desk.getByText(projects.invoices.missing, { exact: true }).click();
    await desk.getByRole('button', { name: /^Reopen/ }).click();
    await expect(invoice).toContainText(words.invoices.statuses.pending);
    await reportPayment();
    await desk
      .getByRole('row', { name: 'Reel 1, first instalment' })
      .getByRole('button', { name: projects.invoices.confirm })
      .click();
    await expect(invoice).toContainText(words.invoices.statuses.paid);
    await expect(invoice.getByRole('button', { name: words.invoices.withdraw })).toHaveCount(0);
    await desk.goto('/desk/invoices?state=paid');
    const row = desk.getByRole('row', { name: 'Reel 1, first instalment' });
    await expect(row).toContainText(fill(projects.invoices.confirmedBy, { name: member, day: '' }));
    await expect(row).toContainText('$2,500.00');
  },
);
