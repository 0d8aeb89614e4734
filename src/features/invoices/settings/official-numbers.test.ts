import { expect, test } from 'vitest';
import { accountNumberOf, accountText, bicOf, countryCodes, ibanOf, vatIdOf } from './official-numbers.ts';

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['gb82 west 1234 5698 7654 32', 'GB82WEST12345698765432'],
  ['NO9386011117947', 'NO9386011117947'],
  ['DE89 3704 0044 0532 0130 01', null],
  ['DE8937040044053201300', null],
  ['XX89370400440532013000', null],
  ['', null],
])('reads the IBAN "%s" as %s', (typed, iban) => {
  expect(ibanOf(typed)).toBe(iban);
});

test('accepts account numbers of countries without IBANs', () => {
  expect(accountNumberOf('0210-0002 1234')).toBe('021000021234');
  expect(accountNumberOf('DE89 3704 0044 0532 0130 01')).toBeNull();
  expect(accountNumberOf('abc')).toBeNull();
  expect(accountText('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(accountText('021000021234')).toBe('021000021234');
});

test.each([
  ['cobadeffxxx', 'COBADEFFXXX'],
  ['DEUTDEFF', 'DEUTDEFF'],
  ['DEUTDEF', null],
  ['1EUTDEFF', null],
])('reads the BIC "%s" as %s', (typed, bic) => {
  expect(bicOf(typed)).toBe(bic);
});

test.each([
  ['DE 123 456 789', 'DE123456789'],
  ['ATU12345678', 'ATU12345678'],
  ['CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['PT123456789', 'PT123456789'],
  ['DE12345678', null],
  ['AT12345678', null],
  ['12-3456789', '123456789'],
  ['x', null],
])('reads the VAT number "%s" as %s', (typed, vatId) => {
  expect(vatIdOf(typed)).toBe(vatId);
});

test('knows the 249 countries of ISO 3166', () => {
  expect(new Set(countryCodes).size).toBe(249);
});
