import { createTurns } from '../turns.ts';

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
