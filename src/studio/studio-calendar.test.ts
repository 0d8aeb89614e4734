import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Each of these was how a part of the product reckoned with days of its own.
const ownReckoning = [
  /site\.timeZone/,
  /getUTC(Date|Month|FullYear)\(/,
  /\.get(Date|Month|FullYear|Hours)\(\)/,
  /\bcurrent_date\b/i,
  /date_trunc/,
  /at time zone/i,
  /toISOString\(\)\s*\.(?:slice\(0, (?:4|7|10)\)|substring|split)/,
];

/**
 * The calendar itself; days that were written as such, not reckoned from a moment (an article's, the sample studio's);
 * the times of a ZIP archive, which are no days; the day of a payment that was confirmed before days were stored; and calendars from elsewhere, read by the zones that they define
 * themselves.
 */
const allowed = [
  'src/studio/studio-calendar.ts',
  'src/features/calls/icalendar/recurrence.ts',
  'src/features/website/knowledge/article-summary.tsx',
  'src/features/website/knowledge/articles.ts',
  'src/features/operations/sample/sample-ids.ts',
  'src/studio/site-files.ts',
  'src/platform/zip.ts',
  'database/migrations/0018_documents.sql',
];

test('days and hours are reckoned by the studio’s calendar alone', () => {
  const sources = globSync(['src/**/*.{ts,tsx,astro}', 'database/migrations/*.sql'], {
    exclude: ['**/*.test.*', '**/*.fixture.*', 'src/platform/calendar.ts'],
  });
  expect(sources.length).toBeGreaterThan(300);
  const own = sources.filter((source) => {
    const text = readFileSync(source, 'utf8');
    return !allowed.includes(source) && ownReckoning.some((pattern) => pattern.test(text));
  });
  expect(own).toEqual([]);
});
