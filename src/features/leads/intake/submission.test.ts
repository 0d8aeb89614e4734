import { expect, test } from 'vitest';
import { fingerprintOf } from './submission.ts';

const fields = { name: 'Runa', email: 'runa@halfmoon.example', message: 'One\r\ntwo', company: '' };
const usual = fingerprintOf('contact', fields);

test('the same content is known again in whatever order, with whatever line ends and under whatever id it is sent', () => {
  const reversed = Object.fromEntries(Object.entries(fields).toReversed());
  expect(fingerprintOf('contact', reversed)).toBe(usual);
  const { name, email, message, company } = fields;
  expect(fingerprintOf('contact', { message, company, name, email })).toBe(usual);
  expect(fingerprintOf('contact', { ...fields, message: 'One\ntwo' })).toBe(usual);
  expect(fingerprintOf('contact', { ...fields, submission_id: 'another' })).toBe(usual);
});

test('other content, another form or another field is another submission', () => {
  expect(fingerprintOf('brief', fields)).not.toBe(usual);
  expect(fingerprintOf('contact', { ...fields, message: 'One two' })).not.toBe(usual);
  expect(fingerprintOf('contact', { ...fields, company: 'Runa', name: '' })).not.toBe(usual);
});
