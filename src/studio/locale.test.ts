import { expect, test } from 'vitest';
import { locale, numberText } from './locale.ts';

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx,astro}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('the site’s own country says how dates and numbers are written', () => {
  expect(locale).toBe('en-GB');
  expect(numberText(2_880_000)).toBe('2,880,000');
});

test('nothing that people read names a language of its own for dates and numbers', () => {
  const named = /(?:\.toLocale\w*|\bIntl\.\w+)\(\s*['"`][a-z]{2}['"`-]/;
  const others = Object.keys(sources).filter(
    (path) => !/\.(?:test|fixture)\.tsx?$/.test(path) && named.test(sources[path] ?? ''),
  );
  // What days and hours are reckoned with, and a line of a command.
  expect(others.toSorted()).toEqual([
    '/src/features/calls/times/clock-text.ts',
    '/src/features/operations/backup/write-archive.ts',
    '/src/platform/calendar.ts',
    '/src/platform/time-zone.ts',
  ]);
});
