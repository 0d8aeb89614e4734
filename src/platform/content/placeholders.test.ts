import { expect, test } from 'vitest';
import { holdsPlaceholder, withoutPlaceholders } from './placeholders.ts';

test.each([
  ['[Street and number]', true],
  ['Ask [name or role].', true],
  ['[Öffnungszeiten]', true],
  ['See [the terms](/terms).', false],
  ['[1]', false],
  ['', false],
])('%s is to be written: %s', (text, expected) => {
  expect(holdsPlaceholder(text)).toBe(expected);
});

test('empties placeholders and changes nothing else', () => {
  const content = { a: '[Street]', b: ['[City]', 'Quay'], c: { d: 'Text', e: 4, f: null, g: true } };
  expect(withoutPlaceholders(content)).toEqual({
    a: '',
    b: ['', 'Quay'],
    c: { d: 'Text', e: 4, f: null, g: true },
  });
});
