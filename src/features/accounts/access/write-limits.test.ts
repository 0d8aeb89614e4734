import { expect, test } from 'vitest';
import { writeLimitsOf } from './write-guard.ts';

test('texts that others read have a limit of their own, and nobody is kept from signing out', () => {
  const namesOf = (action: string) => writeLimitsOf('ann', action).map(({ name, limit }) => [name, limit]);
  expect(namesOf('move')).toEqual([['writes of a person', 3000]]);
  expect(namesOf('send-message')).toEqual([
    ['writes of a person', 3000],
    ['texts of a person', 100],
    ['texts of a person, day', 1000],
  ]);
  expect(namesOf('sign-out')).toEqual([]);
});
