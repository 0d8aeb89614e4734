import words from '#content/invoice-settings.yaml';
import {
  doneMessages,
  fieldRefusal,
  refusal,
  teamAction,
  type Action,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import { minorDigitsOf } from '#src/features/invoices/currencies.ts';
import { taxCategories } from '#src/features/invoices/totals.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { seriesKinds } from './money-settings.table.ts';
import {
  addBankAccount,
  addTaxRate,
  removeBankAccount,
  removeTaxRate,
  saveSeries,
  saveStudioDetails,
} from './money-settings.ts';
import { accountNumberOf, bicOf, countryCodes, vatIdOf } from './official-numbers.ts';

const { errors } = words;

const settingsPath = '/desk/invoices/settings';

const { saying, doneMessageOf } = doneMessages(words.said);

/** Returns the success message named in the address. */
export { doneMessageOf as settingsMessageOf };

const gone = refusal(404, errors.gone);

const byOf = ({ person, services }: TeamInput) => ({ actor: person, now: services.clock.now() });

const trimmed = (entries: Entries, name: string) => entries[name]?.trim() ?? '';

const line = (entries: Entries, name: string, missing: string | null, max = 200) =>
  checkText(entries, name, { max, isLine: true, missing });

/** Returns the error of an optional number, or null. */
const unless = (entries: Entries, name: string, read: (typed: string) => string | null, message: string) =>
  trimmed(entries, name) === '' || read(trimmed(entries, name)) !== null ? null : problem(name, message);

const wholeOf = (typed: string, most: number) =>
  /^\d{1,9}$/.test(typed) && Number(typed) <= most ? Number(typed) : null;

/** Returns a typed percentage in basis points; null if it is not a number from 0 to 100 with at most two decimals. */
export function basisPointsOf(typed: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(typed) ?? [];
  if (whole === '') return null;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return points <= 10_000 ? points : null;
}

/** The checks of an address, shared by the studio and its clients. */
export const addressProblems = (entries: Entries, isNeeded: boolean) => [
  checkText(entries, 'street', { max: 300, missing: isNeeded ? errors.needed : null }),
  line(entries, 'postalCode', null, 30),
  line(entries, 'city', isNeeded ? errors.needed : null),
  countryCodes.includes(entries['country'] ?? '') || (!isNeeded && !entries['country'])
    ? null
    : problem('country', errors.country),
  unless(entries, 'vatId', vatIdOf, errors.vatId),
];

/** Returns the checked fields of an address. */
export const addressOf = (entries: Entries) => ({
  street: trimmed(entries, 'street').replaceAll('\r', ''),
  postalCode: trimmed(entries, 'postalCode'),
  city: trimmed(entries, 'city'),
  country: trimmed(entries, 'country'),
  vatId: vatIdOf(trimmed(entries, 'vatId')) ?? '',
});

const saveStudioAction = teamAction(async (input) => {
  const { entries, services } = input;
  const currency = trimmed(entries, 'currency');
  const paymentDays = wholeOf(trimmed(entries, 'paymentDays'), 365);
  const wrong = present([
    line(entries, 'legalName', errors.needed),
    ...addressProblems(entries, true),
    line(entries, 'taxNumber', null, 50),
    minorDigitsOf(currency) === null ? problem('currency', errors.currency) : null,
    paymentDays === null ? problem('paymentDays', errors.days) : null,
    checkText(entries, 'notes', { max: 2000, missing: null }),
  ]);
  if (paymentDays === null || wrong.length > 0) return wrongFields(wrong);
  await saveStudioDetails(services.db, byOf(input), {
    legalName: trimmed(entries, 'legalName'),
    ...addressOf(entries),
    taxNumber: trimmed(entries, 'taxNumber'),
    currency,
    paymentDays,
    notes: trimmed(entries, 'notes').replaceAll('\r', ''),
  });
  return saying(settingsPath, 'saved');
});

const addAccountAction = teamAction(async (input) => {
  const { entries, services } = input;
  const iban = accountNumberOf(trimmed(entries, 'iban'));
  const wrong = present([
    line(entries, 'holder', errors.needed),
    iban === null ? problem('iban', errors.iban) : null,
    unless(entries, 'bic', bicOf, errors.bic),
    line(entries, 'bank', null),
  ]);
  if (iban === null || wrong.length > 0) return wrongFields(wrong);
  const added = await addBankAccount(services.db, byOf(input), {
    holder: trimmed(entries, 'holder'),
    iban,
    bic: bicOf(trimmed(entries, 'bic')) ?? '',
    bank: trimmed(entries, 'bank'),
  });
  if (added.ok) return saying(settingsPath, 'accountAdded');
  return added.reason === 'exists' ? fieldRefusal('iban', errors.exists, 409) : refusal(409, errors.tooMany);
});

const addRateAction = teamAction(async (input) => {
  const { entries, services } = input;
  const category = taxCategories.find((one) => one === entries['category']);
  const basisPoints = basisPointsOf(trimmed(entries, 'percent') || '0');
  const isRateless = category !== 'S' && basisPoints !== 0;
  const wrong = present([
    line(entries, 'name', errors.needed, 60),
    category ? null : problem('category', errors.category),
    basisPoints === null
      ? problem('percent', errors.percent)
      : isRateless && category
        ? problem('percent', errors.percentZero)
        : null,
    line(entries, 'sentence', null, 300),
  ]);
  if (!category || basisPoints === null || wrong.length > 0) return wrongFields(wrong);
  const rate = { name: trimmed(entries, 'name'), sentence: trimmed(entries, 'sentence') };
  const added = await addTaxRate(services.db, byOf(input), { ...rate, basisPoints, category });
  return added.ok ? saying(settingsPath, 'rateAdded') : refusal(409, errors.tooMany);
});

const saveSeriesAction = teamAction(async (input) => {
  const { entries, services } = input;
  const kind = seriesKinds.find((one) => one === entries['kind']);
  const next = wholeOf(trimmed(entries, 'next'), 999_999_999);
  const prefix = trimmed(entries, 'prefix');
  const wrong = present([
    /^[A-Za-z0-9/-]{0,20}$/.test(prefix) ? null : problem('prefix', errors.prefix),
    next === null || next === 0 ? problem('next', errors.number) : null,
  ]);
  if (!kind) return gone;
  if (next === null || wrong.length > 0) return wrongFields(wrong);
  const saved = await saveSeries(services.db, byOf(input), { kind, prefix, next });
  if (saved.ok) return saying(settingsPath, 'saved');
  return fieldRefusal('next', fill(errors.used, { next: String(saved.next) }), 409);
});

const removeAction = (remove: typeof removeBankAccount, name: 'accountRemoved' | 'rateRemoved'): Action =>
  teamAction(async (input) => {
    const isRemoved = await remove(input.services.db, byOf(input), input.entries['id'] ?? '');
    return isRemoved ? saying(settingsPath, name) : gone;
  });

/** The actions of the invoice settings. */
export const settingsActions = {
  'save-studio': saveStudioAction,
  'add-account': addAccountAction,
  'remove-account': removeAction(removeBankAccount, 'accountRemoved'),
  'add-rate': addRateAction,
  'remove-rate': removeAction(removeTaxRate, 'rateRemoved'),
  'save-series': saveSeriesAction,
};
