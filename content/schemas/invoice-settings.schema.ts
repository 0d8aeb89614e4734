import { z } from 'zod';
import { template, text, textsOf } from './text.schema.ts';

/** What the team fills in before it issues invoices. */
export const invoiceSettingsSchema = z.strictObject({
  title: text,
  crumb: text,
  open: text,
  optional: text,
  said: textsOf('saved', 'accountAdded', 'accountRemoved', 'rateAdded', 'rateRemoved'),
  missing: template('fields'),
  fillIn: text,
  studio: textsOf(
    'title',
    'hint',
    'legalName',
    'street',
    'postalCode',
    'city',
    'country',
    'chooseCountry',
    'vatId',
    'taxNumber',
    'taxNumberHint',
    'currency',
    'paymentDays',
    'paymentDaysHint',
    'notes',
    'save',
  ),
  accounts: z.strictObject({
    ...textsOf('title', 'empty', 'holder', 'iban', 'ibanHint', 'bic', 'bank', 'add', 'remove').shape,
    of: template('action', 'account'),
  }),
  rates: z.strictObject({
    ...textsOf('title', 'empty', 'name', 'percent', 'category', 'sentence', 'sentenceHint', 'add', 'remove')
      .shape,
    categories: textsOf('S', 'Z', 'E', 'AE', 'K', 'G', 'O'),
    rate: template('percent'),
    of: template('action', 'rate'),
  }),
  series: z.strictObject({
    ...textsOf('title', 'hint', 'prefix', 'next', 'save').shape,
    kinds: textsOf('invoice', 'credit-note'),
    nextIs: template('number'),
  }),
  history: z.strictObject({
    title: text,
    empty: text,
    kinds: z.strictObject({
      'money-studio-changed': template('actor'),
      'money-account-added': template('actor', 'account'),
      'money-account-removed': template('actor', 'account'),
      'money-rate-added': template('actor', 'rate'),
      'money-rate-removed': template('actor', 'rate'),
      'money-series-changed': template('actor', 'from', 'to'),
    }),
  }),
  errors: z.strictObject({
    ...textsOf(
      'needed',
      'country',
      'vatId',
      'iban',
      'bic',
      'currency',
      'days',
      'percent',
      'percentZero',
      'category',
      'number',
      'prefix',
      'exists',
      'tooMany',
      'gone',
    ).shape,
    used: template('next'),
  }),
});
