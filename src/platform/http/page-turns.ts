import { createTurns } from '../turns.ts';

/** More pages than a browser opens that is started again with all its tabs. */
const mostOpen = 50;
/** A page of hundreds of files takes less; what takes longer waits for something. */
const patienceMs = 1000;

type Asked = {
  /** Who asks. */
  readonly key: string;
  /** Among whom turns go round, where that is wider: somebody with many networks has one turn. */
  readonly group?: string;
  /** Resolves when the response was sent. */
  readonly closed?: (() => Promise<void>) | undefined;
  /** Aborts when whoever asked has gone. */
  readonly signal: AbortSignal;
};

/** Makes a page when its turn comes; null where this key has so many open already that this one is not made. */
type MakeInTurn = (asked: Asked, make: () => Promise<Response>) => Promise<Response | null>;

/** A page is rendered while it is read. What knows its length is bytes that lie there already, of whatever size. */
async function makeWhole(make: () => Promise<Response>): Promise<Response> {
  const response = await make();
  const isMade = response.body === null || response.headers.has('content-length');
  return isMade ? response : new Response(await response.arrayBuffer(), response);
}

/**
 * Pages are made one after the other, to their last byte, and turns go round by who asks: nobody who asks for many at once takes
 * the processor from everybody else. A page is open until it was sent, so that nobody's pages fill the memory.
 */
export function createPageTurns(): MakeInTurn {
  const inTurn = createTurns(patienceMs);
  const open = new Map<string, number>();

  function end(key: string): void {
    const left = (open.get(key) ?? 0) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  }

  return async ({ key, group = key, closed, signal }, make) => {
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
