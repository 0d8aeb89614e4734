import { listAliveSessions, sessionEndedChannel } from '#src/features/accounts/sessions/session.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import { eventChannel } from './client-event.table.ts';
import { eventsTextAfter, readEvents, type EventBatch } from './client-events.ts';
import { recordStreamOpened, recordStreamsOpen } from './record-visit.ts';

/** An open stream of a page: from which event on it gets them, and how to write to it. */
type Stream = {
  /** The number of the last event that it has; null to begin with what happens from now on. */
  readonly after: number | null;
  readonly write: (text: string) => void;
  readonly end: () => void;
};

/** A stream, and whose events it gets. */
export type Subscriber = Stream & { readonly clientId: string; readonly sessionId: string };

export type SubscribeOutcome =
  | { readonly ok: true; readonly unsubscribe: () => void }
  | { readonly ok: false; readonly reason: 'stopping' | 'too-many' };

/** Sends events to the streams that are open in this process. */
export type StreamHub<Owner> = {
  /** Sends all events after the number that the subscriber has, and then those that happen, until it unsubscribes or is ended. */
  subscribe: (subscriber: Stream & Owner) => SubscribeOutcome;
  /** Ends every stream and takes no more. */
  dispose: () => void;
};

/** Sends the events of clients. */
export type EventHub = StreamHub<Pick<Subscriber, 'clientId' | 'sessionId'>>;

export type HubServices = {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly heartbeatMs?: number;
};

const usualHeartbeatMs = 20_000;
export const mostPerSession = 20;

/** The first lines of a stream: how soon the browser comes back when it breaks. */
export const opening = 'retry: 1000\n\n';

/** A comment that keeps the connection open; the page does not see it. */
export const heartbeat = ':\n\n';

/** A subscriber and the number of the last event that it was sent. */
type Subscription = { readonly subscriber: Subscriber; after: number | null };

/** The subscriptions to one client's events. */
type ClientSubscriptions = {
  readonly subscriptions: Set<Subscription>;
  /** There may be events that were not read yet. */
  isDue: boolean;
  isReading: boolean;
};

function createSubscriptions() {
  const byClient = new Map<string, ClientSubscriptions>();
  const perSession = new Map<string, number>();
  return {
    of: (clientId: string): ClientSubscriptions | null => byClient.get(clientId) ?? null,
    clientIds: (): string[] => [...byClient.keys()],
    all: (): Subscription[] => [...byClient.values()].flatMap(({ subscriptions }) => [...subscriptions]),
    countOf: (sessionId: string): number => perSession.get(sessionId) ?? 0,
    /** Returns what removes the subscription again. */
    add(subscriber: Subscriber): () => void {
      const { clientId, sessionId, after } = subscriber;
      const ofClient = byClient.get(clientId) ?? { subscriptions: new Set(), isDue: false, isReading: false };
      const subscription: Subscription = { subscriber, after };
      ofClient.subscriptions.add(subscription);
      byClient.set(clientId, ofClient);
      perSession.set(sessionId, (perSession.get(sessionId) ?? 0) + 1);
      return () => {
        if (!ofClient.subscriptions.delete(subscription)) return;
        const left = (perSession.get(sessionId) ?? 0) - 1;
        if (left > 0) perSession.set(sessionId, left);
        else perSession.delete(sessionId);
        if (ofClient.subscriptions.size === 0 && byClient.get(clientId) === ofClient)
          byClient.delete(clientId);
      };
    },
  };
}

type Subscriptions = ReturnType<typeof createSubscriptions>;

function send(subscription: Subscription, batch: EventBatch | null): void {
  if (!batch) return subscription.subscriber.end();
  const { text, after } = eventsTextAfter(subscription.after, batch);
  subscription.after = after;
  if (text !== '') subscription.subscriber.write(text);
}

/** Reads a client's events once for all its subscribers, and again if something happened meanwhile. */
async function sendNewEvents(
  { database, log }: HubServices,
  clientId: string,
  ofClient: ClientSubscriptions,
): Promise<void> {
  const { subscriptions } = ofClient;
  if (ofClient.isReading) return;
  ofClient.isReading = true;
  try {
    while (ofClient.isDue && subscriptions.size > 0) {
      ofClient.isDue = false;
      // A page that subscribes during the query may have a newer event than the query sees: it is served in the next round.
      const served = [...subscriptions];
      const numbers = served.map(({ after }) => after ?? Number.MAX_SAFE_INTEGER);
      const batch = await readEvents(database.db, clientId, Math.min(...numbers));
      for (const subscription of served) send(subscription, batch);
      ofClient.isDue ||= batch?.isCut ?? false;
    }
  } catch (error) {
    // Nothing was sent: the next event or heartbeat tries again.
    log.warn('events could not be read', { error: error as Error });
  } finally {
    ofClient.isReading = false;
  }
}

/** Ends the streams of sessions that are over, writes a heartbeat to the others, and records the visits of their clients. */
async function beat(
  { database, clock }: HubServices,
  subscriptions: Subscriptions,
  wake: (clientId: string) => void,
) {
  const now = clock.now();
  const asked = new Set(subscriptions.all().map(({ subscriber }) => subscriber.sessionId));
  const alive = await listAliveSessions(database.db, now, [...asked]);
  for (const { subscriber } of subscriptions.all()) {
    if (asked.has(subscriber.sessionId) && !alive.has(subscriber.sessionId)) subscriber.end();
    else subscriber.write(heartbeat);
  }
  for (const { id, seq } of await recordStreamsOpen(database.db, now, subscriptions.clientIds())) {
    // Finds out where a database notification was lost.
    const ofClient = [...(subscriptions.of(id)?.subscriptions ?? [])];
    if (ofClient.some(({ after }) => after !== null && after !== seq)) wake(id);
  }
}

/** Starts to listen to the database; `dispose` ends all of it. */
export async function createEventHub(services: HubServices): Promise<EventHub> {
  const { database, clock, log, heartbeatMs = usualHeartbeatMs } = services;
  const subscriptions = createSubscriptions();
  let isDisposed = false;

  function wake(clientId: string): void {
    const ofClient = subscriptions.of(clientId);
    if (!ofClient) return;
    ofClient.isDue = true;
    void sendNewEvents(services, clientId, ofClient);
  }
  const beatOnce = () => {
    beat(services, subscriptions, wake).catch((error: Error) =>
      log.warn('the heartbeat of event streams failed', { error }),
    );
  };
  const endWhere = (isOver: (subscriber: Subscriber) => boolean) => {
    for (const { subscriber } of subscriptions.all()) if (isOver(subscriber)) subscriber.end();
  };

  const beats = setInterval(beatOnce, heartbeatMs);
  beats.unref();
  const onGap = () => subscriptions.clientIds().forEach(wake);
  const stops = await Promise.all([
    database.listen(eventChannel, { onPayload: wake, onGap }),
    database.listen(sessionEndedChannel, {
      onPayload: (endedId) => endWhere(({ sessionId }) => sessionId === endedId),
      onGap: beatOnce,
    }),
  ]);

  return {
    subscribe(subscriber) {
      const { clientId, sessionId } = subscriber;
      if (isDisposed) return { ok: false, reason: 'stopping' };
      if (subscriptions.countOf(sessionId) >= mostPerSession) return { ok: false, reason: 'too-many' };
      const unsubscribe = subscriptions.add(subscriber);
      subscriber.write(opening);
      recordStreamOpened(database.db, clock.now(), clientId).catch(() => undefined);
      wake(clientId);
      return { ok: true, unsubscribe };
    },
    dispose() {
      isDisposed = true;
      clearInterval(beats);
      for (const stop of stops) stop().catch(() => undefined);
      endWhere(() => true);
    },
  };
}

// The bundled server makes the hub and the bundle of the pages asks for it: a registered symbol is the same in both.
const key = Symbol.for('antinode.event-hub');
const holder = globalThis as unknown as Record<symbol, EventHub | undefined>;

/** Called when the product starts, and with undefined when it stops. */
export function registerEventHub(hub: EventHub | undefined): void {
  holder[key] = hub;
}

/** The hub of the running product, for endpoints; null while nothing runs. */
export const findEventHub = (): EventHub | null => holder[key] ?? null;
