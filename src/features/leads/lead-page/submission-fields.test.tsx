import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import forms from '#content/forms.yaml';
import type { FormName } from '../form-names.ts';
import { SubmissionFields } from './lead-conversation.tsx';

const show = (form: string) =>
  renderToStaticMarkup(
    <SubmissionFields form={form as FormName} fields={{ name: 'Runa', tempo: '<120>' }} />,
  );

test('shows a form’s fields under their labels and other fields under their own names', () => {
  expect(show('contact')).toContain(`<dt>${forms.contact.fields.name.label}</dt><dd dir="auto">Runa</dd>`);
  expect(show('contact')).toContain('<dt>tempo</dt><dd dir="auto">&lt;120&gt;</dd>');
});

test('shows all fields of a newer version of a form', () => {
  const page = show('audition');
  expect(page).toContain('<dt>name</dt><dd dir="auto">Runa</dd>');
  expect(page).toContain('<dt>tempo</dt><dd dir="auto">&lt;120&gt;</dd>');
});
