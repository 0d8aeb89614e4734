import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const nameOf: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  tuple: 'a list',
  date: 'a date',
  null: 'nothing',
};
const formats: Readonly<Record<string, string>> = {
  email: 'an email address such as name@studio.example',
  url: 'a web address such as https://studio.example',
  date: 'a date such as 2026-11-21',
  regex: 'in the form that docs/content.md describes',
};

const kindOf = (value: unknown) => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const sizeOf = (origin: string, size: number | bigint) => {
  if (origin === 'string') return `${size} character${size === 1 ? '' : 's'}`;
  if (origin === 'array') return `${size} ${size === 1 ? 'entry' : 'entries'}`;
  return `${size}`;
};

const verbOf = (origin: string) => (['string', 'array'].includes(origin) ? 'have' : 'be');

/**
 * Says what is wrong with a value and what is expected instead, for people who edit content; null for an issue it does not know.
 */
export function plainProblemOf(issue: Issue): string | null {
  if (issue.code === 'invalid_type') {
    const expected = nameOf[issue.expected] ?? issue.expected;
    if (issue.input === undefined) return `is missing; ${expected} is expected`;
    return `must be ${expected}, not ${nameOf[kindOf(issue.input)] ?? kindOf(issue.input)}`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ');
    const missing = issue.input === undefined ? 'is missing; it ' : '';
    return issue.values.length === 1 ? `${missing}must be ${choices}` : `${missing}must be one of ${choices}`;
  }
  if (issue.code === 'too_small') {
    const amount = issue.exact ? 'exactly' : 'at least';
    return `must ${verbOf(issue.origin)} ${amount} ${sizeOf(issue.origin, issue.minimum)}`;
  }
  if (issue.code === 'too_big') {
    const amount = issue.exact ? 'exactly' : 'at most';
    return `must ${verbOf(issue.origin)} ${amount} ${sizeOf(issue.origin, issue.maximum)}`;
  }
  if (issue.code === 'invalid_format') return `must be ${formats[issue.format] ?? formats['regex']}`;
  if (issue.code === 'invalid_union') return 'is none of the forms that are allowed here';
  return null;
}
