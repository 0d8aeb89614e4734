import { expect, test } from 'vitest';
import { minuteText, typedMinuteOf } from './minute-text.ts';

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  [' 9.30 ', '09:30'],
  ['930', '09:30'],
  ['24:00', '24:00'],
])('%s is a time of the day', (typed, text) => {
  expect(minuteText(typedMinuteOf(typed) ?? -1)).toBe(text);
});

test.each(['', 'noon', '9:60', '24:01', '25', '9:3', '12345', '-1'])('%s is no time of the day', (typed) => {
  expect(typedMinuteOf(typed)).toBeNull();
});
