import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

const posted = (body: FormData | URLSearchParams | string) =>
  new Request('https://studio.example/', { method: 'POST', body });

test('reads a form with its files, byte by byte', async () => {
  const sent = new FormData();
  sent.set('file', new File([Buffer.from('\uFEFFname;Zoë')], 'people.csv'));
  sent.set('pasted', 'a,b\r\n1,2');
  const form = await readForm(posted(sent), 10_000);
  if (!(form instanceof FormData)) throw new Error(form);
  const file = form.get('file') as File;
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('\uFEFFname;Zoë');
  expect(form.get('pasted')).toBe('a,b\r\n1,2');
  const fields = await readForm(posted(new URLSearchParams({ a: 'ü' })), 10);
  expect(fields instanceof FormData && fields.get('a')).toBe('ü');
});

test('a form that is too large, or no form, is reported as such', async () => {
  expect(await readForm(posted(new URLSearchParams({ a: 'x'.repeat(20) })), 20)).toBe('too-large');
  expect(await readForm(posted('{"a": 1}'), 20)).toBe('unreadable');
  expect(await readForm(new Request('https://studio.example/', { method: 'POST' }), 20)).toBe('unreadable');
});
