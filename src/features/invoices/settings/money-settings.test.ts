import { expect, test } from 'vitest';
import words from '#content/invoice-settings.yaml';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findMoneySettings, listSettingsChanges, missingDetails } from './money-settings.ts';
import { basisPointsOf, settingsActions } from './settings-actions.ts';

const studio = {
  legalName: 'Half Moon Sound GmbH',
  street: 'Uferstraße 8',
  postalCode: '13357',
  city: 'Berlin',
  country: 'DE',
  vatId: 'de 123 456 789',
  taxNumber: '12/345/67890',
  currency: 'EUR',
  paymentDays: '14',
  notes: 'Thank you.',
};
const saved = { ok: true, next: '/desk/invoices/settings?said=saved' };

describeOnOneDatabase('the invoice settings', (open) => {
  async function openSettings() {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    const services = { ...testServices(), db } as unknown as Services;
    const session = { id: 's', person: team, isComplete: true, isRecent: true };
    const act = (name: keyof typeof settingsActions, entries: Entries) =>
      settingsActions[name]({ services, session, entries, params: {} });
    return { db, act };
  }

  test('list what is missing until the studio is filled in', async () => {
    const { db, act } = await openSettings();
    const missing = async () => missingDetails((await findMoneySettings(db)).studio);
    expect(await missing()).toEqual(['legalName', 'street', 'city', 'country']);
    expect(await act('save-studio', studio)).toEqual(saved);
    expect(await missing()).toEqual([]);
    expect((await findMoneySettings(db)).studio).toMatchObject({ vatId: 'DE123456789', paymentDays: 14 });
  });

  test('show every wrong field of the studio at once', async () => {
    const { act } = await openSettings();
    const refused = await act('save-studio', {
      ...studio,
      legalName: ' ',
      country: 'XX',
      vatId: 'DE1',
      currency: 'XXX',
      paymentDays: '366',
    });
    const fields = refused.ok ? [] : refused.errors?.map(({ field }) => field);
    expect(fields?.toSorted()).toEqual(['country', 'currency', 'legalName', 'paymentDays', 'vatId']);
  });

  test('accept only bank accounts with a valid checksum, each once', async () => {
    const { db, act } = await openSettings();
    const account = { holder: 'Half Moon', iban: 'DE89 3704 0044 0532 0130 00', bic: '', bank: '' };
    expect(await act('add-account', { ...account, iban: 'DE89 3704 0044 0532 0130 01' })).toMatchObject({
      status: 422,
      errors: [{ field: 'iban', message: words.errors.iban }],
    });
    expect(await act('add-account', account)).toMatchObject({ ok: true });
    expect(await act('add-account', account)).toMatchObject({ status: 409 });
    const [stored] = (await findMoneySettings(db)).accounts;
    expect(stored?.iban).toBe('DE89370400440532013000');
    expect(await act('remove-account', { id: stored?.id ?? '' })).toMatchObject({ ok: true });
    expect(await act('remove-account', { id: stored?.id ?? '' })).toMatchObject({ status: 404 });
    expect(await act('remove-account', { id: "x'--" })).toMatchObject({ status: 404 });
  });

  test('keep a removed tax rate off the list, and refuse a percent without a rate', async () => {
    const { db, act } = await openSettings();
    const rate = { name: 'VAT', percent: '19,5', category: 'S', sentence: '' };
    expect(await act('add-rate', { ...rate, category: 'AE' })).toMatchObject({
      errors: [{ field: 'percent', message: words.errors.percentZero }],
    });
    expect(await act('add-rate', rate)).toMatchObject({ ok: true });
    const [stored] = (await findMoneySettings(db)).rates;
    expect(stored).toMatchObject({ basisPoints: 1950, category: 'S' });
    await act('remove-rate', { id: stored?.id ?? '' });
    expect((await findMoneySettings(db)).rates).toEqual([]);
  });

  test('never let a number be used twice', async () => {
    const { db, act } = await openSettings();
    const series = { kind: 'invoice', prefix: 'INV-', next: '2000' };
    expect(await act('save-series', series)).toEqual(saved);
    expect(await act('save-series', { ...series, next: '1999' })).toMatchObject({
      status: 409,
      errors: [{ field: 'next' }],
    });
    expect(await act('save-series', { ...series, prefix: '2027/', next: '1' })).toEqual(saved);
    expect((await listSettingsChanges(db)).map(({ details }) => details)).toEqual([
      { from: 'INV-2000', to: '2027/1' },
      { from: 'INV-1001', to: 'INV-2000' },
    ]);
  });
});

test('reads percentages with at most two decimals', () => {
  expect(['19', '8.25', '7,5 %', '100', '0'].map(basisPointsOf)).toEqual([1900, 825, 750, 10_000, 0]);
  expect(['', '100.01', '1.234', '-1', 'x'].map(basisPointsOf)).toEqual([null, null, null, null, null]);
});
