import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk-calls.yaml';
import forms from '#content/forms.yaml';
import { Typed } from './call-screen.tsx';

const { project_details: details, preferred_time: time, phone } = forms['discovery-call'].fields;

test('the page of a call shows what the visitor wrote under the labels of the form, and none of its hidden fields', () => {
  const fields = {
    project_details: 'Six songs',
    preferred_time: 'morning',
    phone: ' ',
    subject: 'New request',
    form_source: 'modal',
    slot: '2026-11-23T09:00:00.000Z',
  };
  const page = renderToStaticMarkup(<Typed typed={{ form: 'discovery-call', fields }} />);
  for (const shown of [words.call.typed, details.label, 'Six songs', time.label, time.options[1]?.label])
    expect(page).toContain(shown);
  for (const hidden of [phone.label, 'subject', 'New request', 'source', 'modal', 'slot', '09:00'])
    expect(page).not.toContain(hidden);
  expect(renderToStaticMarkup(<Typed typed={{ form: 'discovery-call', fields: { phone: '' } }} />)).toBe('');
});
