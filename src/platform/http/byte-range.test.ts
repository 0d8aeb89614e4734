import { expect, test } from 'vitest';
import { byteRangeOf } from './byte-range.ts';

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['Bytes=99-', { first: 99, last: 99 }],
])('%s is a part of 100 bytes', (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%s lies beyond 100 bytes',
  (header) => {
    expect(byteRangeOf(header, 100)).toBe('beyond');
  },
);

test.each([
  null,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'items=0-1',
  'bytes=1.5-2',
])('%j asks for everything', (header) => {
  expect(byteRangeOf(header, 100)).toBe('whole');
});

test('nothing has no parts', () => {
  expect(byteRangeOf('bytes=0-', 0)).toBe('beyond');
  expect(byteRangeOf('bytes=-1', 0)).toBe('beyond');
});
