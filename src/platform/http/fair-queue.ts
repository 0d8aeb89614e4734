import { setImmediate as eventLoop } from 'node:timers/promises';

/** A server accepts one connection in each round of the event loop. */
const rounds = 100;

/** Does a piece of work when its turn comes. */
type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

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

/** More pages than a browser opens that is started again with all its tabs. */
const usuallyOpen = 50;
/** A page of hundreds of files takes less; what takes longer waits for something. */
const usualPatienceMs = 1000;

type Asked = {
  /** The network that asks. */
  readonly key: string;
  /** A wider group that shares its turns, so that an owner of many networks has one turn. */
  readonly group?: string;
  /** How many may be open at once for `key`. */
  readonly mostOpen?: number;
  /** Resolves when the response was sent. */
  readonly closed?: (() => Promise<void>) | undefined;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
};

/** Makes a page when its turn comes; null if this key has too many pages open. */
type MakeInTurn = (asked: Asked, make: () => Promise<Response>) => Promise<Response | null>;

/**
 * Makes a page and reads it to its end, since it is rendered while it is read. A response with a known length holds finished bytes,
 * and is returned as it is.
 */
async function makeWhole(make: () => Promise<Response>): Promise<Response> {
  const response = await make();
  const isMade = response.body === null || response.headers.has('content-length');
  return isMade ? response : new Response(await response.arrayBuffer(), response);
}

/**
 * Makes pages one after the other, to their last byte, in turns by `key`, so that a client who asks for many at once does not slow
 * down all others. A page counts as open until it was sent, so that unread pages do not fill the memory.
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
