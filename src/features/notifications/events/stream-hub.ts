import { listAliveSessions, sessionEndedChannel } from '#src/features/accounts/sessions/session.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import type { MetricGroup } from '#src/platform/metrics/metric-group.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Keeps proxies from buffering events.
  'x-accel-buffering': 'no',
};

const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

/** Returns the number of the last event that the client has: from its broken stream, else from its page. */
export function afterOf(request: Request): number | null | 'malformed' {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after');
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : 'malformed';
}

/**
 * Responds with the events of a hub as a stream that stays open until one side closes it. Responds with 400 to a malformed number, 429
 * if too many streams are open, and 503 while the server starts or stops.
 */
export function streamEvents<Owner>(hub: StreamHub<Owner> | null, request: Request, owner: Owner): Response {
  const after = afterOf(request);
  if (after === 'malformed') return refuse(400, 'That is no number of an event.');
  if (!hub) return refuse(503, 'Starting', { 'retry-after': '1' });
  if (request.method !== 'GET') return new Response(null, { headers: streamHeaders });
  const bytes = new TextEncoder();
  let isOpen = true;
  let close = () => {};
  let refusal: 'stopping' | 'too-many' | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (isOpen) controller.enqueue(bytes.encode(text));
      };
      const end = () => {
        if (isOpen) controller.close();
        close();
      };
      const outcome = hub.subscribe({ ...owner, after, write, end });
      if (!outcome.ok) refusal = outcome.reason;
      else
        close = () => {
          isOpen = false;
          outcome.unsubscribe();
        };
    },
    cancel: () => close(),
  });
  if (refusal === 'too-many')
    return refuse(429, 'Too many pages are open. Close some, and try again in a minute.', {
      'retry-after': '60',
    });
  if (refusal === 'stopping') return refuse(503, 'Stopping', { 'retry-after': '1' });
  return new Response(body, { headers: streamHeaders });
}

/** The open event stream of a page. */
export type Stream = {
  /** The number of the last event that it has; null to get only new events. */
  readonly after: number | null;
  readonly write: (text: string) => void;
  readonly end: () => void;
};

export type SubscribeOutcome =
  | { readonly ok: true; readonly unsubscribe: () => void }
  | { readonly ok: false; readonly reason: 'stopping' | 'too-many' };

/** Sends events to the streams that are open in this process. */
export type StreamHub<Owner> = {
  /** Sends all events after the subscriber's number and then new ones, until it unsubscribes or is ended. */
  subscribe: (subscriber: Stream & Owner) => SubscribeOutcome;
  /** Returns how many streams are open. */
  count: () => number;
  /** Ends every stream and refuses new ones. */
  dispose: () => void;
};

export type HubServices = {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly heartbeatMs?: number;
};

type StreamRules<Owner> = {
  /** The name of these streams in the log. */
  readonly name: string;
  /** Returns the key that a stream is opened for and ends with, such as a session or a link. */
  readonly keyOf: (owner: Owner) => string;
  readonly mostPerKey: number;
  /** True if, at `mostPerKey`, a new stream replaces the key's oldest, which may belong to a lost connection. */
  readonly isOldestReplaced?: boolean;
  /** Returns false to refuse a stream, because too many like it are open. */
  readonly mayOpen?: (stream: Stream & Owner, open: ReadonlySet<Stream & Owner>) => boolean;
  /** Returns the keys that are still valid; called once per heartbeat. */
  readonly listGood: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The database channel of ended keys. */
  readonly endedChannel?: string;
  /** Called with each stream that is opened. */
  readonly onOpened: (stream: Stream & Owner) => void;
  readonly onClosed?: (stream: Stream & Owner) => void;
  /** Called after the heartbeat that was written to every stream, with the keys that have one. */
  readonly onBeat?: (keys: readonly string[]) => Promise<void>;
};

type Handlers = Parameters<Database['listen']>[1];

const usualHeartbeatMs = 20_000;

/** The first lines of a stream: the browser's reconnection time. */
const opening = 'retry: 1000\n\n';

/** A comment that keeps the connection open; the page does not see it. */
export const heartbeat = ':\n\n';

/** The streams that are open, and how many each key has. */
function createStreams<Owner>({
  keyOf,
  onOpened,
  onClosed,
}: Pick<StreamRules<Owner>, 'keyOf' | 'onOpened' | 'onClosed'>) {
  const streams = new Set<Stream & Owner>();
  const perKey = new Map<string, number>();
  const countOf = (key: string) => perKey.get(key) ?? 0;
  return {
    streams,
    countOf,
    keys: (): string[] => [...perKey.keys()],
    /** Returns a function that removes the stream. */
    add(stream: Stream & Owner): () => void {
      const key = keyOf(stream);
      streams.add(stream);
      perKey.set(key, countOf(key) + 1);
      stream.write(opening);
      onOpened(stream);
      return () => {
        if (!streams.delete(stream)) return;
        const left = countOf(key) - 1;
        if (left > 0) perKey.set(key, left);
        else perKey.delete(key);
        onClosed?.(stream);
      };
    },
    endWhere(isOver: (stream: Stream & Owner) => boolean): void {
      for (const stream of streams) if (isOver(stream)) stream.end();
    },
  };
}

/**
 * Keeps event streams open with a heartbeat, at which streams with an invalid key end. Listens to the database on these channels;
 * `dispose` stops it and ends all streams.
 */
export async function createStreamHub<Owner extends object>(
  { database, log, heartbeatMs = usualHeartbeatMs }: HubServices,
  rules: StreamRules<Owner>,
  listenTo: (streams: ReadonlySet<Stream & Owner>) => Readonly<Record<string, Handlers>>,
): Promise<StreamHub<Owner>> {
  const { name, keyOf, mostPerKey, isOldestReplaced = false, listGood, endedChannel, onBeat } = rules;
  const open = createStreams(rules);
  let isDisposed = false;

  const beat = async () => {
    if (open.streams.size === 0) return;
    const asked = new Set(open.keys());
    const good = await listGood([...asked]);
    open.endWhere((stream) => asked.has(keyOf(stream)) && !good.has(keyOf(stream)));
    for (const { write } of open.streams) write(heartbeat);
    await onBeat?.(open.keys());
  };
  const beatOnce = () => {
    beat().catch((error: Error) => log.warn(`the heartbeat of ${name} streams failed`, { error }));
  };
  const beats = setInterval(beatOnce, heartbeatMs);
  beats.unref();
  const onEnded: Handlers = {
    onPayload: (ended) => open.endWhere((stream) => keyOf(stream) === ended),
    onGap: beatOnce,
  };
  const channels = Object.entries({
    ...listenTo(open.streams),
    ...(endedChannel === undefined ? {} : { [endedChannel]: onEnded }),
  });
  const stops = await Promise.all(channels.map(([channel, handlers]) => database.listen(channel, handlers)));

  return {
    subscribe(subscriber) {
      if (isDisposed) return { ok: false, reason: 'stopping' };
      const key = keyOf(subscriber);
      const isFull = open.countOf(key) >= mostPerKey;
      const oldest = isFull ? [...open.streams].find((stream) => keyOf(stream) === key) : undefined;
      if (isFull && (!isOldestReplaced || !oldest)) return { ok: false, reason: 'too-many' };
      const others = oldest ? new Set([...open.streams].filter((stream) => stream !== oldest)) : open.streams;
      if (rules.mayOpen?.(subscriber, others) === false) return { ok: false, reason: 'too-many' };
      oldest?.end();
      return { ok: true, unsubscribe: open.add(subscriber) };
    },
    count: () => open.streams.size,
    dispose() {
      isDisposed = true;
      clearInterval(beats);
      for (const stop of stops) stop().catch(() => undefined);
      open.endWhere(() => true);
    },
  };
}

/** Rules of streams that end with the session that opened them. */
export const sessionStreamRules = ({ database, clock }: Pick<HubServices, 'database' | 'clock'>) => ({
  keyOf: ({ sessionId }: { readonly sessionId: string }) => sessionId,
  mostPerKey: 20,
  listGood: (ids: readonly string[]) => listAliveSessions(database.db, clock.now(), ids),
  endedChannel: sessionEndedChannel,
});

/** Holds the running product's hub of this name, where endpoints find it. */
export function createHubHolder<Owner>(name: string) {
  // The bundled server makes the hub and the bundle of the pages asks for it: a registered symbol is the same in both.
  const key = Symbol.for(`antinode.${name}`);
  const holder = globalThis as unknown as Record<symbol, StreamHub<Owner> | undefined>;
  return {
    /** The hub; null while nothing runs. */
    find: (): StreamHub<Owner> | null => holder[key] ?? null,
    /** Called when the product starts. */
    register(hub: StreamHub<Owner>): void {
      holder[key] = hub;
    },
    /** Called when the product stops. */
    dispose(): void {
      holder[key]?.dispose();
      holder[key] = undefined;
    },
  };
}

/** Returns the metric of the open streams of these hubs. */
export const openStreams = (
  hubs: Readonly<Record<string, { find: () => { count: () => number } | null }>>,
): MetricGroup => ({
  name: `streams of ${Object.keys(hubs).join(', ')}`,
  gauges: {
    event_streams: { help: 'Open streams of events, by the pages that follow them.', label: 'pages' },
  },
  read: async () => ({
    event_streams: Object.entries(hubs).map(([of, hub]) => ({ of, value: hub.find()?.count() ?? 0 })),
  }),
});
