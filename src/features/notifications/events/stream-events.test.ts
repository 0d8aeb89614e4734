import { expect, test } from 'vitest';
import type { EventHub, Subscriber } from './event-hub.ts';
import { type SubscribeOutcome, streamEvents } from './stream-hub.ts';

const owner = {
  clientId: 'client',
  personId: 'person',
  permission: 'approve',
  sessionId: 'session',
} as const;

/** A hub that keeps its subscribers; with a refusal it takes none. */
function makeHub(refusal: 'stopping' | 'too-many' | null = null) {
  const subscribers: Subscriber[] = [];
  const closed: Subscriber[] = [];
  const subscribe = (subscriber: Subscriber): SubscribeOutcome => {
    if (refusal) return { ok: false, reason: refusal };
    subscribers.push(subscriber);
    return { ok: true, unsubscribe: () => void closed.push(subscriber) };
  };
  const hub: EventHub = { subscribe, count: () => subscribers.length, dispose: () => undefined };
  return { hub, subscribers, closed };
}

const ask = (query = '', init: RequestInit = {}) =>
  new Request(`https://studio.example/portal/events${query}`, init);

test('a stream tells proxies neither to store nor to delay it, and carries what the hub writes until it ends', async () => {
  const { hub, subscribers, closed } = makeHub();
  const answer = streamEvents(hub, ask('?after=7'), owner);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const [subscriber] = subscribers;
  expect(subscriber).toMatchObject({ ...owner, after: 7 });
  subscriber?.write('one\n');
  subscriber?.write('two\n');
  subscriber?.end();
  subscriber?.write('too late\n');
  subscriber?.end();
  expect(await answer.text()).toBe('one\ntwo\n');
  expect(closed.length).toBeGreaterThan(0);
});

test('a page that closes its stream is unsubscribed', async () => {
  const { hub, subscribers, closed } = makeHub();
  const answer = streamEvents(hub, ask(), owner);
  await answer.body?.cancel();
  subscribers[0]?.write('nobody reads this\n');
  expect(closed).toHaveLength(1);
});

test('a broken stream goes on after its last event, not where its page began', () => {
  const { hub, subscribers } = makeHub();
  streamEvents(hub, ask('?after=7', { headers: { 'last-event-id': '12' } }), owner);
  streamEvents(hub, ask(), owner);
  expect(subscribers.map(({ after }) => after)).toEqual([12, null]);
});

test('a malformed number, a stream too many, and a server that starts or stops are refused', () => {
  const { hub, subscribers } = makeHub();
  for (const after of ['-1', '1.5', 'x', '', '9'.repeat(16)])
    expect(streamEvents(hub, ask(`?after=${after}`), owner).status).toBe(400);
  expect(subscribers).toEqual([]);
  const tooMany = streamEvents(makeHub('too-many').hub, ask(), owner);
  expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '60']);
  expect(tooMany.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(streamEvents(makeHub('stopping').hub, ask(), owner).status).toBe(503);
  expect(streamEvents(null, ask(), owner).status).toBe(503);
});

test('a request for the headers alone opens no stream', () => {
  const { hub, subscribers } = makeHub();
  const answer = streamEvents(hub, ask('', { method: 'HEAD' }), owner);
  expect([answer.status, answer.body, subscribers.length]).toEqual([200, null, 0]);
});
