import { expect, test } from 'vitest';
import { loadOnce } from './load-once.client.ts';

test('what arrived is loaded once, and what did not is tried again', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve('here')];
  let tries = 0;
  const load = loadOnce(() => (answers[tries++] ?? (() => Promise.reject(new Error('a third time'))))());
  expect(await Promise.all([load(), load()])).toEqual([null, null]);
  expect(await load()).toBe('here');
  expect(await load()).toBe('here');
  expect(tries).toBe(2);
});
