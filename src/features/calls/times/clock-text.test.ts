import { expect, test } from 'vitest';
import { minuteText, typedMinuteOf } from './clock-text.ts';

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  [' 9.30 ', '09:30'],
  ['930', '09:30'],
  ['24:00', '24:00'],
  ['9h30', '09:30'],
  ['9H30', '09:30'],
  ['17 h 30', '17:30'],
  ['9h', '09:00'],
  ['9 h', '09:00'],
  ['9:30 am', '09:30'],
  ['9.30PM', '21:30'],
  ['930 p.m.', '21:30'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
])('%s is a time of the day', (typed, text) => {
  expect(minuteText(typedMinuteOf(typed) ?? -1)).toBe(text);
});

test.each([
  '',
  'noon',
  '9:60',
  '24:01',
  '25',
  '9:3',
  '12345',
  '-1',
  '9h3',
  '9h60',
  'h30',
  '13 pm',
  '0 am',
  '9 xm',
  '9:30h30',
])('%s is no time of the day', (typed) => {
  expect(typedMinuteOf(typed)).toBeNull();
});
