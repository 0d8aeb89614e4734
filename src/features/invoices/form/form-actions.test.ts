import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import formWords from '#content/invoice-form.yaml';
import words from '#content/desk-projects.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { saveBilling } from '#src/features/invoices/billing/client-billing.ts';
import { documentOf } from '#src/features/invoices/document.ts';
import { invoiceDrafts, invoices } from '#src/features/invoices/invoice.table.ts';
import { moneySettings, taxRates } from '#src/features/invoices/settings/money-settings.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findDraftForm } from './find-form.ts';
import { draftActions, issueActions } from './form-actions.ts';

const { ask } = words.invoices;
const studio = { legalName: 'Half Moon', street: 'Uferstraße 8', city: 'Berlin', country: 'DE' };

async function openForm(db: Db, { isFilledIn = true } = {}) {
  const { team, projectId, client } = await makeTestProject(db);
  if (isFilledIn)
    await db.insert(moneySettings).values({ ...studio, vatId: 'DE123456789', notes: 'Thanks.' });
  const [vat, reverse] = [uuidv7(), uuidv7()];
  await db.insert(taxRates).values([
    { id: vat, name: 'VAT', basisPoints: 1900, category: 'S', sentence: '' },
    { id: reverse, name: 'Reverse charge', basisPoints: 0, category: 'AE', sentence: 'Reverse charge.' },
  ]);
  const services = { ...testServices(), db } as unknown as Services;
  const session = { id: '', person: team, isComplete: true, isRecent: true };
  const line = { 'description-1': 'Mix', 'quantity-1': '1.5', 'unitPrice-1': '100.00', 'tax-1': vat };
  const whole = { ...line, currency: 'EUR', prices: 'net', dueOn: '2030-12-12' };
  return {
    vat,
    reverse,
    team,
    client,
    projectId,
    whole,
    act: (name: keyof typeof issueActions, entries: Entries = {}) =>
      issueActions[name]({ services, session, entries: { ...whole, ...entries }, params: { id: projectId } }),
    onDraft: (name: keyof typeof draftActions, id: string, entries: Entries) =>
      draftActions[name]({ services, session, entries, params: { id } }),
  };
}

describeOnOneDatabase('the form of an invoice', (open) => {
  test('asks before it issues, and says what will be sent', async () => {
    const { db } = await open();
    const { act } = await openForm(db);
    expect(await act('issue-invoice')).toMatchObject({
      status: 409,
      error: formWords.ask.title,
      ask: {
        texts: [
          'Runa Vestergaard, €178.50, due on 12 Dec 2030.',
          'Of that, €28.50 is tax.',
          formWords.ask.mail,
        ],
      },
    });
    expect(await db.$count(invoices)).toBe(0);
  });

  test('issues lines with tax, buyer and seller as they are now', async () => {
    const { db } = await open();
    const { act, team, client } = await openForm(db);
    const address = { street: 'Hafen 1', postalCode: '2100', city: 'København', country: 'DK' };
    const billing = { ...address, vatId: 'DK12345678', email: '', reference: 'PO 7' };
    await saveBilling(db, { actor: team, now: testNow }, client.clientId, billing);
    const second = { 'description-2': 'Recall', 'unitPrice-2': '50', 'discount-2': '10 %' };
    expect(await act('issue-invoice', { ...second, sure: 'yes' })).toMatchObject({ ok: true });
    const [invoice] = await db.select().from(invoices);
    expect(invoice).toMatchObject({
      code: 'INV-1001',
      currency: 'EUR',
      amountCents: 22_350,
      description: 'Mix; Recall',
    });
    expect(invoice && documentOf(invoice)).toMatchObject({
      seller: { name: 'Half Moon', vatId: 'DE123456789', lines: ['Uferstraße 8', 'Berlin', 'DE'] },
      buyer: { name: 'Runa Vestergaard', vatId: 'DK12345678', reference: 'PO 7' },
      notes: 'Thanks.',
      lines: [
        { description: 'Mix', quantity: '1.5', taxName: 'VAT', taxBasisPoints: 1900 },
        { description: 'Recall', discountBasisPoints: 1000, category: 'O' },
      ],
    });
  });

  test('issues one invoice if it is confirmed twice', async () => {
    const { db } = await open();
    const { act } = await openForm(db);
    const twice = { newId: uuidv7(), sure: 'yes' };
    expect(await act('issue-invoice', twice)).toMatchObject({ ok: true });
    expect(await act('issue-invoice', twice)).toMatchObject({ ok: true });
    expect(await db.$count(invoices)).toBe(1);
  });

  test('issues nothing before the studio is filled in, and says what is missing', async () => {
    const { db } = await open();
    const { act } = await openForm(db, { isFilledIn: false });
    expect(await act('issue-invoice', { sure: 'yes' })).toMatchObject({
      status: 409,
      error:
        'Before you can issue an invoice, please fill in: Legal name, Street and number, City and Country.',
    });
    expect(await db.$count(invoices)).toBe(0);
  });

  test('refuses reverse charge without the client’s VAT number', async () => {
    const { db } = await open();
    const { act, reverse } = await openForm(db);
    expect(await act('issue-invoice', { 'tax-1': reverse, sure: 'yes' })).toMatchObject({
      status: 422,
      errors: [{ field: 'tax-1', message: formWords.errors.vatId }],
    });
  });

  test('shows every error next to its field', async () => {
    const { db } = await open();
    const { act } = await openForm(db);
    const refused = await act('issue-invoice', {
      'quantity-1': '1,23456',
      'unitPrice-1': 'ten',
      'discount-1': '101 %',
      'tax-1': 'x',
      'unitPrice-2': '5',
      reduction: '-1',
      dueOn: '2026-11-19',
      serviceFrom: '2026-11-02',
      serviceTo: '2026-11-01',
    });
    const fields = refused.ok ? [] : refused.errors?.map(({ field }) => field);
    expect(fields?.toSorted()).toEqual([
      'description-2',
      'discount-1',
      'dueOn',
      'quantity-1',
      'serviceTo',
      'tax-1',
      'unitPrice-1',
    ]);
    for (const [field, value] of [
      ['discount-1', '150.01'],
      ['reduction', '200'],
      ['unitPrice-1', '0'],
      ['currency', 'XXX'],
    ] as const)
      expect((await act('issue-invoice', { [field]: value })).ok, field).toBe(false);
  });

  test('keeps whatever was typed in a draft, adds lines to it, and deletes it once it is issued', async () => {
    const { db } = await open();
    const { act, onDraft, whole, projectId } = await openForm(db);
    const saved = await act('add-line', { 'unitPrice-1': 'ten' });
    const [draft] = await db.select().from(invoiceDrafts);
    const id = draft?.id ?? '';
    expect(saved).toEqual({ ok: true, next: `/desk/invoices/drafts/${id}#last-line` });
    expect(draft?.entries).toMatchObject({ 'unitPrice-1': 'ten', 'description-2': '' });
    expect((await findDraftForm(db, '2026-11-20', id))?.draft?.projectId).toBe(projectId);
    const entries = { ...whole, projectId };
    expect(await onDraft('save-draft', id, entries)).toMatchObject({ ok: true });
    expect(await db.$count(invoiceDrafts)).toBe(1);
    expect(await onDraft('issue-invoice', id, { ...entries, sure: 'yes' })).toMatchObject({ ok: true });
    expect(await db.$count(invoiceDrafts)).toBe(0);
    expect(await onDraft('save-draft', id, entries)).toMatchObject({ status: 404 });
    for (const other of ['x', "x'--", '']) expect(await findDraftForm(db, '2026-11-20', other)).toBeNull();
  });

  test('asks before a draft is deleted', async () => {
    const { db } = await open();
    const { act, onDraft } = await openForm(db);
    await act('save-draft');
    const [draft] = await db.select().from(invoiceDrafts);
    expect(await onDraft('delete-draft', draft?.id ?? '', {})).toMatchObject({ ask: { isDanger: true } });
    expect(await onDraft('delete-draft', draft?.id ?? '', { sure: 'yes' })).toMatchObject({ ok: true });
    expect(await db.$count(invoiceDrafts)).toBe(0);
  });

  test('warns about characters that the PDF cannot print, and about a repeated invoice', async () => {
    const { db } = await open();
    const { act } = await openForm(db);
    await db.update(clients).set({ name: 'ខេ' });
    const message = fill(ask.unprintable, { letters: '\ue000 ខ' });
    const strange = { 'description-1': '\ue000 mix' };
    expect(await act('issue-invoice', strange)).toMatchObject({
      ask: { texts: expect.arrayContaining([message]) },
    });
    expect(await act('issue-invoice', { ...strange, sure: 'yes' })).toMatchObject({ ok: true });
    expect(await act('issue-invoice', strange)).toMatchObject({
      ask: { texts: expect.arrayContaining([ask.repeated]) },
    });
  });
});
