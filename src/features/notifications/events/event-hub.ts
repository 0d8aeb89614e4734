import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { eventChannel } from './client-event.table.ts';
import { eventsTextAfter, readEvents, type EventBatch } from './client-events.ts';
import { listLatestEvents, recordStreamOpened, recordStreamsOpen } from './presence.ts';
import {
  createStreamHub,
  sessionStreamRules,
  createHubHolder,
  type HubServices,
  type Stream,
  type StreamHub,
} from './stream-hub.ts';

/** The person and session that opened a stream, their client, and what they may do. */
type StreamOwner = Pick<ClientPerson, 'clientId' | 'permission'> & {
  readonly personId: string;
  readonly sessionId: string;
};

/** A stream and its owner. */
export type Subscriber = Stream & StreamOwner;

/** Sends the events of clients to their open pages. */
export type EventHub = StreamHub<StreamOwner>;

/** A subscriber and the number of the last event that it was sent. */
type Subscription = { readonly subscriber: Subscriber; after: number | null };

/** The subscriptions to one client's events. */
type ClientSubscriptions = {
  readonly subscriptions: Map<Subscriber, Subscription>;
  /** True if there may be unread events. */
  isDue: boolean;
  isReading: boolean;
};

function createSubscriptions() {
  const byClient = new Map<string, ClientSubscriptions>();
  return {
    of: (clientId: string): ClientSubscriptions | null => byClient.get(clientId) ?? null,
    clientIds: (): string[] => [...byClient.keys()],
    all: (): Subscription[] =>
      [...byClient.values()].flatMap(({ subscriptions }) => [...subscriptions.values()]),
    add(subscriber: Subscriber): void {
      const { clientId, after } = subscriber;
      const ofClient = byClient.get(clientId) ?? { subscriptions: new Map(), isDue: false, isReading: false };
      ofClient.subscriptions.set(subscriber, { subscriber, after });
      byClient.set(clientId, ofClient);
    },
    remove(subscriber: Subscriber): void {
      const ofClient = byClient.get(subscriber.clientId);
      ofClient?.subscriptions.delete(subscriber);
      if (ofClient?.subscriptions.size === 0) byClient.delete(subscriber.clientId);
    },
  };
}

type Subscriptions = ReturnType<typeof createSubscriptions>;

function send(subscription: Subscription, batch: EventBatch | null): void {
  if (!batch) return subscription.subscriber.end();
  const { text, after } = eventsTextAfter(subscription.after, batch, subscription.subscriber.permission);
  subscription.after = after;
  if (text !== '') subscription.subscriber.write(text);
}

/** Reads a client's events once for all its subscribers, and again if more arrived in the meantime. */
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
      // A page that subscribes during the query may have a newer event than the query sees; the next round serves it.
      const served = [...subscriptions.values()];
      const numbers = served.map(({ after }) => after ?? Number.MAX_SAFE_INTEGER);
      const batch = await readEvents(database.db, clientId, Math.min(...numbers));
      for (const subscription of served) send(subscription, batch);
      ofClient.isDue ||= batch?.isCut ?? false;
    }
  } catch (error) {
    // Nothing was sent; the next event or heartbeat retries.
    log.warn('events could not be read', { error: error as Error });
  } finally {
    ofClient.isReading = false;
  }
}

/** Records that the people with these streams are present, and wakes clients whose streams missed an event. */
async function catchUp(
  { database, clock }: HubServices,
  subscriptions: Subscriptions,
  wake: (clientId: string) => void,
) {
  const looking = new Set(subscriptions.all().map(({ subscriber }) => subscriber.personId));
  await recordStreamsOpen(database.db, clock.now(), [...looking]);
  for (const { id, seq } of await listLatestEvents(database.db, subscriptions.clientIds())) {
    // Detects a lost database notification.
    const ofClient = [...(subscriptions.of(id)?.subscriptions.values() ?? [])];
    if (ofClient.some(({ after }) => after !== null && after !== seq)) wake(id);
  }
}

/** Starts listening to the database; `dispose` stops it and ends all streams. */
export async function createEventHub(services: HubServices): Promise<EventHub> {
  const { database, clock } = services;
  const subscriptions = createSubscriptions();
  function wake(clientId: string): void {
    const ofClient = subscriptions.of(clientId);
    if (!ofClient) return;
    ofClient.isDue = true;
    void sendNewEvents(services, clientId, ofClient);
  }
  const rules = {
    name: 'event',
    ...sessionStreamRules(services),
    onOpened(subscriber: Subscriber) {
      subscriptions.add(subscriber);
      recordStreamOpened(database.db, clock.now(), subscriber.personId).catch(() => undefined);
      wake(subscriber.clientId);
    },
    onClosed: (subscriber: Subscriber) => subscriptions.remove(subscriber),
    onBeat: () => catchUp(services, subscriptions, wake),
  };
  const onGap = () => subscriptions.clientIds().forEach(wake);
  return createStreamHub<StreamOwner>(services, rules, () => ({
    [eventChannel]: { onPayload: wake, onGap },
  }));
}

export const eventHub = createHubHolder<StreamOwner>('event-hub');
