import { setImmediate as eventLoop } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createTurns } from './fair-queue.ts';

const settled = async () => {
  for (let round = 0; round < 200; round += 1) await eventLoop();
};

/** A queue and the names of started tasks; each task runs until the test ends it. */
function watchTurns() {
  const inTurn = createTurns(1000);
  const begun: string[] = [];
  const work = (key: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = inTurn(key, () => {
      begun.push(name);
      return promise;
    });
    return { done, end: () => resolve(name), fail: () => reject(new Error('It broke')) };
  };
  return { begun, work };
}

afterEach(() => void vi.useRealTimers());

test('runs one task at a time, in turns by key', async () => {
  const { begun, work } = watchTurns();
  const many = ['first', 'second', 'third'].map((name) => work('ada', name));
  const other = work('runa', 'of another');
  for (const { end } of [...many, other]) {
    await settled();
    end();
  }
  expect(await Promise.all([...many, other].map(({ done }) => done))).toHaveLength(4);
  expect(begun).toEqual(['first', 'of another', 'second', 'third']);
});

test('runs a new key next while tasks run without a pause', async () => {
  const inTurn = createTurns(1000);
  const order: string[] = [];
  const quick = (key: string, name: string) => inTurn(key, () => Promise.resolve(order.push(name)));
  const many = ['first', 'second', 'third'].map((name) => quick('ada', name));
  const other = (async () => {
    for (let round = 0; round < 90; round += 1) await eventLoop();
    return quick('runa', 'of another');
  })();
  await Promise.all([...many, other]);
  expect(order).toEqual(['first', 'of another', 'second', 'third']);
});

test('continues after a task that fails', async () => {
  const { begun, work } = watchTurns();
  const failing = work('ada', 'failing');
  const next = work('ada', 'next');
  await settled();
  failing.fail();
  await expect(failing.done).rejects.toThrow('It broke');
  next.end();
  expect(await next.done).toBe('next');
  expect(begun).toEqual(['failing', 'next']);
});

test('continues soon after a task that waits, and only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begun, work } = watchTurns();
  const waits = work('ada', 'waits');
  const next = work('runa', 'next');
  const last = work('runa', 'last');
  await settled();
  expect(begun).toEqual(['waits']);
  vi.advanceTimersByTime(1000);
  await settled();
  expect(begun).toEqual(['waits', 'next']);
  waits.end();
  await waits.done;
  await settled();
  expect(begun).toEqual(['waits', 'next']);
  next.end();
  await settled();
  expect(begun).toEqual(['waits', 'next', 'last']);
  last.end();
  expect(await last.done).toBe('last');
});
