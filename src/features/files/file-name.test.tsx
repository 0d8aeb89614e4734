import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

const markupOf = (name: string) => renderToStaticMarkup(<FileName name={name} />);

test('a long name breaks behind the marks between its words, and nowhere else', () => {
  expect(markupOf('Tidewater_R3_mix-v2.wav')).toBe(
    '<bdi>Tidewater_<wbr/>R3_<wbr/>mix-<wbr/>v2.<wbr/>wav</bdi>',
  );
  expect(markupOf('room tone.wav')).toBe('<bdi>room tone.<wbr/>wav</bdi>');
  expect(markupOf('a___b...')).toBe('<bdi>a___<wbr/>b...</bdi>');
});

test('a name cannot pretend to end otherwise by turning the direction of writing', () => {
  expect(markupOf('invoice\u202Efdp.exe')).toBe('<bdi>invoicefdp.<wbr/>exe</bdi>');
});
