import { expect, test } from 'vitest';
import { loadOnce } from './load-once.client.ts';

test('loads a module once and retries a failed load', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve('here')];
  let tries = 0;
  const load = loadOnce(() => (answers[tries++] ?? (() => Promise.reject(new Error('a third time'))))());
  expect(await Promise.all([load(), load()])).toEqual([null, null]);
  expect(await load()).toBe('here');
  expect(await load()).toBe('here');
  expect(tries).toBe(2);
});
