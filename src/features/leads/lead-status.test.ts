import { expect, test } from 'vitest';
import { leadWaitOf } from './lead-status.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number, minutes = 0) => new Date(now.getTime() - (hours * 60 + minutes) * 60_000);

test('a lead is new until opened, then open for up to twenty hours of waiting, then due soon', () => {
  expect(leadWaitOf({ waitingSince: ago(2), openedAt: null }, now)).toBe('new');
  expect(leadWaitOf({ waitingSince: ago(2), openedAt: ago(1) }, now)).toBe('open');
  expect(leadWaitOf({ waitingSince: ago(19, 59), openedAt: ago(1) }, now)).toBe('open');
  expect(leadWaitOf({ waitingSince: ago(20), openedAt: ago(1) }, now)).toBe('due');
  expect(leadWaitOf({ waitingSince: ago(70), openedAt: null }, now)).toBe('due');
  expect(leadWaitOf({ waitingSince: null, openedAt: ago(1) }, now)).toBe('answered');
});

test('a lead who writes again after being seen is new again', () => {
  expect(leadWaitOf({ waitingSince: ago(2), openedAt: ago(5) }, now)).toBe('new');
});
