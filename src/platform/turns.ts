import { setImmediate as eventLoop } from 'node:timers/promises';

/** A server accepts one connection in each round of the event loop. */
const rounds = 100;

/** Does a piece of work when its turn comes. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets one piece of work be done after the other. Turns go round by key, whatever each of them has waiting. One that has taken
 * `patienceMs` no longer keeps the next one waiting: it may wait for something itself.
 */
export function createTurns(patienceMs: number): InTurn {
  /** The waiting work of each key; the first key's turn comes next. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  async function giveTurn(): Promise<void> {
    if (isTaken || waiting.size === 0) return;
    isTaken = true;
    // Work on the embedded database may never pause, so new work is let in before the next turn.
    for (let round = 0; round < rounds; round += 1) await eventLoop();
    const [next] = waiting;
    if (!next) return;
    const [key, [start, ...later]] = next;
    waiting.delete(key);
    if (later.length > 0) waiting.set(key, later);
    start?.();
  }

  return async (key, work) => {
    await new Promise<void>((start) => {
      waiting.set(key, [...(waiting.get(key) ?? []), start]);
      void giveTurn();
    });
    let hasPassed = false;
    const pass = () => {
      if (hasPassed) return;
      hasPassed = true;
      isTaken = false;
      void giveTurn();
    };
    const patience = setTimeout(pass, patienceMs);
    try {
      return await work();
    } finally {
      clearTimeout(patience);
      pass();
    }
  };
}
