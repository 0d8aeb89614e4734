import { expect, test } from 'vitest';
import { createSerialQueues } from './serial-queues.ts';

/** Work that the test ends. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return promise;
  };
  return { begin, end: resolve, fail: reject, hasBegun: () => hasBegun };
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

test('runs work of one key serially without delaying other keys', async () => {
  const inTurn = createSerialQueues(4);
  const [first, second, other] = [work(), work(), work()];
  const results = [inTurn('a', first.begin), inTurn('a', second.begin), inTurn('b', other.begin)];
  await settled();
  expect([first, second, other].map((each) => each.hasBegun())).toEqual([true, false, true]);
  first.end('first');
  await settled();
  expect(second.hasBegun()).toBe(true);
  second.end('second');
  other.end('other');
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other']);
});

test('a failure reaches its own caller only', async () => {
  const inTurn = createSerialQueues(4);
  const first = work();
  const failed = inTurn('a', first.begin);
  const next = inTurn('a', () => Promise.resolve('next'));
  first.fail(new Error('no'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('limits the number of waiting tasks', async () => {
  const inTurn = createSerialQueues(1);
  const first = work();
  const [running, waiting] = [inTurn('a', first.begin), inTurn('a', () => Promise.resolve('waited'))];
  expect(await inTurn('a', () => Promise.resolve('too many'))).toBeNull();
  first.end('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'waited']);
  expect(await inTurn('a', () => Promise.resolve('later'))).toBe('later');
});
