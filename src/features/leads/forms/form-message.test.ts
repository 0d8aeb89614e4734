import { expect, test } from 'vitest';
import forms from '#content/forms.yaml';
import { formNames } from '../form-names.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { requiredEmail } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { messageOf } from './form-message.ts';
import { formWordsOf } from './form-words.ts';

const { errors, failures } = forms.shared;
const words = formWordsOf('contact');

test('each error of a field has its own message, which states the limit', () => {
  const { name, email } = forms.contact.fields;
  expect(messageOf({ field: 'name', code: 'required' }, words)).toBe(name.error);
  expect(messageOf({ field: 'email', code: 'email' }, words)).toBe(email.error);
  expect(messageOf({ field: 'service', code: 'option' }, words)).toBe(errors.choice);
  expect(messageOf({ field: 'name', code: 'characters' }, words)).toBe(errors.characters);
  expect(messageOf({ field: 'email', code: 'invisible', before: 'ana' }, words)).toBe(
    fill(errors.invisible, { before: 'ana' }),
  );
  const tooLong = (field: string) => messageOf({ field, code: 'too-long' }, words);
  expect(tooLong('name')).toBe(fill(errors.tooLong, { max: '1,000' }));
  expect(tooLong('email')).toBe(fill(errors.tooLong, { max: '254' }));
  expect(tooLong('message')).toBe(fill(errors.tooLong, { max: '20,000' }));
});

test('reports an error of a hidden field as an unreadable form', () => {
  expect(messageOf({ field: 'submission_id', code: 'uuid' }, words)).toBe(failures.unreadable);
  expect(messageOf({ field: 'company', code: 'required' }, words)).toBe(failures.unreadable);
});

test('the script of each form has the messages for failed submissions', () => {
  const { offline, unreachable, answered, unreadable } = failures;
  for (const form of formNames)
    expect(formWordsOf(form)).toMatchObject({
      errors,
      failures: { offline, unreachable, answered, unreadable },
    });
});

test('the script of each form has the messages of its required fields and no others', () => {
  for (const form of formNames) {
    const { required, failure, success, sending } = formWordsOf(form);
    const asked = Object.entries(forms[form].fields as Record<string, { error: string | null }>);
    const expected = asked
      .filter(([, { error }]) => error !== null)
      .map(([name, { error }]) => [name, error]);
    expect(Object.entries(required)).toEqual(expected);
    expect([failure, success, sending]).toEqual([
      forms[form].failure,
      forms[form].success,
      forms[form].sending,
    ]);
  }
  expect(words.failures).toEqual({
    offline: failures.offline,
    unreachable: failures.unreachable,
    answered: failures.answered,
    unreadable: failures.unreadable,
  });
});

test('ignores invisible characters around an address and reports those inside it', () => {
  const wrongIn = (email: string) => checkFields({ email: requiredEmail }, { email });
  expect(wrongIn('\u200Bana@kunde.example\u00A0')).toEqual([]);
  expect(wrongIn('\u200Bana\u00AD@kunde.example')).toEqual([
    { field: 'email', code: 'invisible', before: 'ana' },
  ]);
  expect(wrongIn('ana lux@kunde.example')).toEqual([{ field: 'email', code: 'email' }]);
  expect(wrongIn('\u200B')).toEqual([{ field: 'email', code: 'required' }]);
});
