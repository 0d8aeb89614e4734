import { expect, test } from 'vitest';
import { formFingerprintOf } from './submission.ts';

const fields = { name: 'Runa', email: 'runa@halfmoon.example', message: 'One\r\ntwo', company: '' };
const usual = formFingerprintOf('contact', fields);

test('the same content has the same fingerprint in any order, with any line endings and under any id', () => {
  const reversed = Object.fromEntries(Object.entries(fields).toReversed());
  expect(formFingerprintOf('contact', reversed)).toBe(usual);
  const { name, email, message, company } = fields;
  expect(formFingerprintOf('contact', { message, company, name, email })).toBe(usual);
  expect(formFingerprintOf('contact', { ...fields, message: 'One\ntwo' })).toBe(usual);
  expect(formFingerprintOf('contact', { ...fields, submission_id: 'another' })).toBe(usual);
});

test('different content, form or field has another fingerprint', () => {
  expect(formFingerprintOf('brief', fields)).not.toBe(usual);
  expect(formFingerprintOf('contact', { ...fields, message: 'One two' })).not.toBe(usual);
  expect(formFingerprintOf('contact', { ...fields, company: 'Runa', name: '' })).not.toBe(usual);
});
