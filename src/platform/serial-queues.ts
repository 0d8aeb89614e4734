/**
 * Does some work after what was asked for under the same key before. Where `mostWaiting` of a key wait already, it does nothing
 * and returns null.
 */
export type SerialQueues = <Result>(key: string, work: () => Promise<Result>) => Promise<Result | null>;

/** A queue for each key, in memory; one that is empty is forgotten. */
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
