import { expect, test } from 'vitest';
import { createIdleWait } from './spare-time.ts';

/** A wait in a process that is busy for so many looks, and how often it slept. */
function waitWhile(looks: number) {
  let [looked, slept] = [0, 0];
  const busy = () => (looked++ < looks ? 0.9 : 0.1);
  const waitUntilIdle = createIdleWait({ busy, sleep: async () => void (slept += 1) });
  return { waitUntilIdle, slept: () => slept };
}

test('a process with time to spare lets a thousand pieces of work begin without one wait', async () => {
  const { waitUntilIdle, slept } = waitWhile(0);
  for (let n = 0; n < 1000; n += 1) await waitUntilIdle();
  expect(slept()).toBe(0);
});

test('work waits while the process is busy, and begins when it is not', async () => {
  const { waitUntilIdle, slept } = waitWhile(3);
  await waitUntilIdle();
  expect(slept()).toBe(3);
});

test('work in a process that is always busy begins all the same', async () => {
  const { waitUntilIdle, slept } = waitWhile(Infinity);
  await waitUntilIdle();
  expect(slept()).toBe(50);
});

test('a loop that did nothing but work has no time to spare', async () => {
  const slept: number[] = [];
  const waitUntilIdle = createIdleWait({ sleep: async (ms) => void slept.push(ms) });
  const endMs = performance.now() + 150;
  while (performance.now() < endMs);
  // It never sleeps for real, so that the loop stays as busy as it was.
  await waitUntilIdle();
  expect(slept).not.toEqual([]);
});
