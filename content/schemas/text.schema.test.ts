import { expect, test } from 'vitest';
import { httpsUrl, sitePath, template, text } from './text.schema.ts';

const accepts = (schema: typeof text, value: string) => schema.safeParse(value).success;

test('a text is one line that begins and ends with a word', () => {
  expect(accepts(text, 'Send the brief')).toBe(true);
  for (const value of ['', ' a', 'a ', 'a  b', 'a\nb']) expect(accepts(text, value)).toBe(false);
});

test('a template holds its placeholders and no other', () => {
  const greeting = template('name', 'minutes');
  expect(accepts(greeting, '{name}, {minutes} min')).toBe(true);
  expect(accepts(greeting, '{name} only')).toBe(false);
  expect(accepts(greeting, '{name}, {minutes} min, {other}')).toBe(false);
});

test('an outside address is https, an inside one begins at the root', () => {
  expect(httpsUrl.safeParse('https://overtone.example/').success).toBe(true);
  expect(httpsUrl.safeParse('http://overtone.example/').success).toBe(false);
  expect(httpsUrl.safeParse('javascript:alert(1)').success).toBe(false);
  expect(sitePath.safeParse('/?service=research#contact').success).toBe(true);
  expect(sitePath.safeParse('//evil').success).toBe(false);
});
