import { expect, test } from 'vitest';
import { frontMatterOf } from './front-matter.ts';

test('separates head and body, and keeps line numbers', () => {
  const { head, body } = frontMatterOf('---\ntitle: A\ndate: B\n---\n\nText.\n');
  expect(head.split('\n')[1]).toBe('title: A');
  expect(body.trim()).toBe('Text.');
});

test('a rule in the body stays in the body', () => {
  expect(frontMatterOf('---\na: 1\n---\nOne\n\n---\n\nTwo\n').body).toBe('\nOne\n\n---\n\nTwo\n');
});

test('a text without a head is all body', () => {
  expect(frontMatterOf('One\n\n---\n\nTwo\n')).toEqual({ head: '', body: 'One\n\n---\n\nTwo\n' });
});
