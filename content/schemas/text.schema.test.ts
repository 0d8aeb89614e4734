import { expect, test } from 'vitest';
import { httpsUrl, sitePath, template, text } from './text.schema.ts';

const accepts = (schema: typeof text, value: string) => schema.safeParse(value).success;

test('accepts a text of one line that begins and ends with a word', () => {
  expect(accepts(text, 'Send the brief')).toBe(true);
  for (const value of ['', ' a', 'a ', 'a  b', 'a\nb']) expect(accepts(text, value)).toBe(false);
});

test('requires a template to contain its placeholders and no others', () => {
  const greeting = template('name', 'minutes');
  expect(accepts(greeting, '{name}, {minutes} min')).toBe(true);
  expect(accepts(greeting, '{name} only')).toBe(false);
  expect(accepts(greeting, '{name}, {minutes} min, {other}')).toBe(false);
});

test('requires https for an external URL and a leading slash for an internal one', () => {
  expect(httpsUrl.safeParse('https://overtone.example/').success).toBe(true);
  expect(httpsUrl.safeParse('http://overtone.example/').success).toBe(false);
  expect(httpsUrl.safeParse('javascript:alert(1)').success).toBe(false);
  expect(sitePath.safeParse('/?service=research#contact').success).toBe(true);
  expect(sitePath.safeParse('//evil').success).toBe(false);
});
