import { expect, test } from 'vitest';
import { typedTimeOf } from './entered-time.tsx';

const now = new Date('2026-11-20T09:00:00Z');
const startOf = (time: string) => {
  const typed = typedTimeOf({ day: '2026-11-24', time, zone: 'Europe/Berlin' }, now);
  return typed.ok ? new Date(typed.startMs).toISOString() : null;
};

test('accepts every time format that hosts’ hours accept', () => {
  for (const time of ['09:30', '9:30', '9.30', '9h30', '930'])
    expect(startOf(time)).toBe('2026-11-24T08:30:00.000Z');
  expect(startOf('0:00')).toBe('2026-11-23T23:00:00.000Z');
});

test('refuses a local time that its day does not have', () => {
  for (const time of ['', 'noon', '9:60', '24:00', '25']) expect(startOf(time)).toBeNull();
});
