/**
 * Runs work after all earlier work with the same key. Returns null, without running it, if `mostWaiting` of that key
 * are waiting.
 */
export type SerialQueues = <Result>(key: string, work: () => Promise<Result>) => Promise<Result | null>;

/** Creates in-memory queues by key; empty ones are removed. */
export function createSerialQueues(mostWaiting: number): SerialQueues {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
    if (queue.length > mostWaiting) return null;
    queues.set(key, queue);
    queue.length += 1;
    const done = queue.last.then(work);
    queue.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key);
    }
  };
}
