import { setImmediate as eventLoop } from 'node:timers/promises';

/** A server accepts one connection per turn of the event loop. */
const rounds = 100;

/** Runs a task when its turn comes. */
type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs tasks one after the other, round-robin by key. A task that has taken `patienceMs` no longer blocks the next one,
 * since it may be waiting for something.
 */
export function createTurns(patienceMs: number): InTurn {
  /** Queued tasks by key; the first key is next. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  async function giveTurn(): Promise<void> {
    if (isTaken || waiting.size === 0) return;
    isTaken = true;
    // Work on the embedded database may never yield, so new tasks are admitted before the next turn.
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

/** More pages than a browser opens when it restores all its tabs. */
const usuallyOpen = 50;
/** A page with hundreds of files takes less; anything slower is waiting. */
const usualPatienceMs = 1000;

type Asked = {
  /** The client's network. */
  readonly key: string;
  /** The wider network that shares turns, so that the owner of many networks has one. */
  readonly group?: string;
  /** Maximum number of open pages for `key`. */
  readonly mostOpen?: number;
  /** Resolves when the response was sent. */
  readonly closed?: (() => Promise<void>) | undefined;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
};

/** Renders a page when its turn comes. Returns null if this key has too many open pages. */
type MakeInTurn = (asked: Asked, make: () => Promise<Response>) => Promise<Response | null>;

/**
 * Renders a page and reads it to its end, since reading drives rendering. A response with a known length is complete
 * and returned unchanged.
 */
async function makeWhole(make: () => Promise<Response>): Promise<Response> {
  const response = await make();
  const isMade = response.body === null || response.headers.has('content-length');
  return isMade ? response : new Response(await response.arrayBuffer(), response);
}

/**
 * Renders pages one after the other, in turns by `key`, so that a client with many requests does not slow down others.
 * A page counts as open until it was sent, so that unread pages do not fill the memory.
 */
export function createPageTurns(patienceMs = usualPatienceMs): MakeInTurn {
  const inTurn = createTurns(patienceMs);
  const open = new Map<string, number>();

  function end(key: string): void {
    const left = (open.get(key) ?? 0) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  }

  return async ({ key, group = key, mostOpen = usuallyOpen, closed, signal }, make) => {
    const others = open.get(key) ?? 0;
    if (others >= mostOpen) return null;
    open.set(key, others + 1);
    const made = inTurn(group, () =>
      signal.aborted ? Promise.resolve(new Response(null)) : makeWhole(make),
    );
    void (closed ?? (() => made.catch(() => undefined)))().then(() => end(key));
    return made;
  };
}
