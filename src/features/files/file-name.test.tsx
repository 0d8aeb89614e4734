import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

const markupOf = (name: string) => renderToStaticMarkup(<FileName name={name} />);

test('breaks a long name only after the separators between its words', () => {
  expect(markupOf('Tidewater_R3_mix-v2.wav')).toBe(
    '<bdi>Tidewater_<wbr/>R3_<wbr/>mix-<wbr/>v2.<wbr/>wav</bdi>',
  );
  expect(markupOf('room tone.wav')).toBe('<bdi>room tone.<wbr/>wav</bdi>');
  expect(markupOf('a___b...')).toBe('<bdi>a___<wbr/>b...</bdi>');
});

test('prevents names from faking an extension with bidirectional control characters', () => {
  expect(markupOf('invoice\u202Efdp.exe')).toBe('<bdi>invoicefdp.<wbr/>exe</bdi>');
});
