import { expect, test } from 'vitest';
import { importAgain } from './import-again.client.ts';

const module = 'data:text/javascript,export{here};let/**/here=import.meta.url//module.js';

test('retries a failed module under another address, and caches that one', async () => {
  const load = importAgain<{ here: string }>(() =>
    Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${module}`)),
  );
  await expect(load()).rejects.toThrow(module);
  const first = await load();
  expect(first.here).toBe(`${module}?again=1`);
  expect(await load()).toBe(first);
});

test('retries the same address if the error names none', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => Promise.resolve('here'),
  ];
  const load = importAgain(() => (answers.shift() ?? (() => Promise.resolve('more')))());
  await expect(load()).rejects.toThrow('Importing');
  expect(await load()).toBe('here');
});
