import { expect, test } from 'vitest';
import { createRest } from './spare-time.ts';

/** A rest in a process that is busy for so many looks, and how often it slept. */
function restWhile(looks: number) {
  let [looked, slept] = [0, 0];
  const busy = () => (looked++ < looks ? 0.9 : 0.1);
  const rest = createRest({ busy, sleep: async () => void (slept += 1) });
  return { rest, slept: () => slept };
}

test('a process with time to spare lets a thousand pieces of work begin without one wait', async () => {
  const { rest, slept } = restWhile(0);
  for (let n = 0; n < 1000; n += 1) await rest();
  expect(slept()).toBe(0);
});

test('work waits while the process is busy, and begins when it is not', async () => {
  const { rest, slept } = restWhile(3);
  await rest();
  expect(slept()).toBe(3);
});

test('work in a process that is always busy begins all the same', async () => {
  const { rest, slept } = restWhile(Infinity);
  await rest();
  expect(slept()).toBe(50);
});

test('a loop that did nothing but work has no time to spare', async () => {
  const slept: number[] = [];
  const rest = createRest({ sleep: async (ms) => void slept.push(ms) });
  const endMs = performance.now() + 150;
  while (performance.now() < endMs);
  // It never sleeps for real, so that the loop stays as busy as it was.
  await rest();
  expect(slept).not.toEqual([]);
});
