import { expect, test } from 'vitest';
import { writeLimitsOf } from './write-guard.ts';

test('limits texts that others read separately, and never limits signing out', () => {
  const namesOf = (action: string) => writeLimitsOf('ann', action).map(({ name, limit }) => [name, limit]);
  expect(namesOf('move')).toEqual([['writes of a person', 3000]]);
  expect(namesOf('send-message')).toEqual([
    ['writes of a person', 3000],
    ['texts of a person', 100],
    ['texts of a person, day', 1000],
  ]);
  expect(namesOf('sign-out')).toEqual([]);
});
