import { expect, test } from 'vitest';
import { readingMinutesOf, wordCountOf } from './reading-time.ts';

test('markup, links and imports are not words', () => {
  const body =
    "import site from './site.yaml'\n\n## Two words\n\n- **one** [link text](/blog/a-b)\n\n| a | b |\n| --- | --- |\n";
  expect(wordCountOf(body)).toBe(7);
});

test('an expression is not counted, the text around it is', () => {
  expect(wordCountOf('Write to {site.contactEmail} today.')).toBe(3);
});

test('minutes are rounded, and there is at least one', () => {
  expect(readingMinutesOf('word '.repeat(20))).toBe(1);
  expect(readingMinutesOf('word '.repeat(800))).toBe(4);
});
