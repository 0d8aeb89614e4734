import { expect, test } from 'vitest';
import { fileSizeText } from './file-size.ts';
import { createSizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1\u00A0kB'],
  [4_580_000, '4.6\u00A0MB'],
  [118_300_000, '118\u00A0MB'],
  [999_700, '1\u00A0MB'],
  [2_000_000_000, '2\u00A0GB'],
  [5_000_000_000_000, '5,000\u00A0GB'],
])('%i bytes are %s', (size, text) => {
  expect(fileSizeText(size)).toBe(text);
});

test('formats sizes with the labels and number format passed to scripts', () => {
  const french = {
    bytes: ['{count} octet', '{count} octets'],
    units: ['ko', 'Mo'],
    locale: 'fr-FR',
  } as const;
  const text = createSizeText(french);
  expect([1, 812, 4_580_000].map(text)).toEqual(['1 octet', '812 octets', '4,6\u00A0Mo']);
});
