import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageFollower, pauseMs, type PageHost } from './follow-page.ts';

type Shown = Awaited<ReturnType<PageHost['showNew']>>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A followed page; the test resolves each load of it. */
function makePage() {
  const streams: { readyState: number; hear: (kind: string) => void }[] = [];
  const loads: ((outcome: Shown) => void)[] = [];
  const openStream = () => {
    const listeners = new Map<string, () => void>();
    const stream = {
      readyState: 1,
      hear: (kind: string) => listeners.get(kind)?.(),
      addEventListener: (kind: string, listener: () => void) => void listeners.set(kind, listener),
      close: () => void (stream.readyState = 2),
    };
    streams.push(stream);
    return stream as unknown as EventSource;
  };
  const showNew = () => new Promise<Shown>((resolve) => loads.push(resolve));
  const follower = createPageFollower({ openStream, showNew });
  follower.open();
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return {
    streams,
    loads,
    follower,
    pass,
    lineComes: () => streams.at(-1)?.hear('line'),
    refuse: async (waitMs = pauseMs) => {
      const stream = streams.at(-1);
      if (stream) stream.readyState = 2;
      stream?.hear('error');
      await pass(waitMs);
    },
    end: async (outcome: Shown) => {
      loads.at(-1)?.(outcome);
      await pass();
    },
  };
}

test('lines received during a load cause one more load afterwards', async () => {
  const { loads, lineComes, end, pass } = makePage();
  for (let count = 0; count < 5; count += 1) lineComes();
  expect(loads).toHaveLength(1);
  await end('shown');
  expect(loads).toHaveLength(2);
  await end('shown');
  await pass(pauseMs * 2);
  expect(loads).toHaveLength(2);
});

test('retries a failed load, so that no line is lost', async () => {
  const { loads, streams, lineComes, end, pass } = makePage();
  lineComes();
  await end('failed');
  await pass(pauseMs - 1);
  expect(loads).toHaveLength(1);
  await pass(1);
  expect(loads).toHaveLength(2);
  await end('shown');
  expect(streams).toHaveLength(1);
});

test('reopens a refused stream once the page can be loaded, until the page is left or gone', async () => {
  const { loads, streams, refuse, end, pass, follower } = makePage();
  streams.at(-1)?.hear('error');
  await pass(pauseMs);
  expect(loads, 'the browser reconnects by itself').toHaveLength(0);
  await refuse();
  await end('failed');
  await pass(pauseMs);
  expect(streams).toHaveLength(1);
  await end('shown');
  expect(streams).toHaveLength(2);
  streams.at(-1)?.hear('open');
  await refuse();
  await end('gone');
  await pass(pauseMs * 2);
  expect([streams.length, loads.length]).toEqual([2, 3]);
  follower.open();
  streams.at(-1)?.hear('open');
  await refuse();
  follower.close();
  await end('failed');
  await pass(pauseMs * 2);
  expect([streams.length, loads.length]).toEqual([3, 4]);
});

test('retries a repeatedly refused stream at growing intervals of up to 90 seconds', async () => {
  const { loads, refuse, end, pass, streams } = makePage();
  for (const doubled of [1, 2, 4, 8, 16, 32, 32]) {
    const before = loads.length;
    await refuse(pauseMs * doubled - 1);
    expect(loads).toHaveLength(before);
    await pass(1);
    expect(loads).toHaveLength(before + 1);
    await end('shown');
  }
  streams.at(-1)?.hear('open');
  await refuse();
  expect(loads).toHaveLength(8);
});
