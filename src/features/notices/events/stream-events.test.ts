import { expect, test } from 'vitest';
import type { EventHub, OpenedStream } from './event-hub.ts';
import type { EventReader } from './event-stream.ts';
import { streamEvents } from './stream-events.ts';

const who = { clientId: 'client', sessionId: 'session', isPresence: true };

/** A hub that keeps who reads and answers as it is told. */
function makeHub(refusal: 'stopping' | 'too-many' | null = null) {
  const readers: EventReader[] = [];
  const closed: EventReader[] = [];
  const open = (reader: EventReader): OpenedStream => {
    if (refusal) return { ok: false, reason: refusal };
    readers.push(reader);
    return { ok: true, close: () => void closed.push(reader) };
  };
  const hub: EventHub = { open, count: () => readers.length, dispose: () => undefined };
  return { hub, readers, closed };
}

const ask = (query = '', init: RequestInit = {}) =>
  new Request(`https://studio.example/portal/events${query}`, init);

test('a stream is what a proxy must neither keep nor collect, and says what the hub says until it ends', async () => {
  const { hub, readers, closed } = makeHub();
  const answer = streamEvents(hub, ask('?after=7'), who);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const [reader] = readers;
  expect(reader).toMatchObject({ ...who, after: 7 });
  reader?.write('one\n');
  reader?.write('two\n');
  reader?.end();
  reader?.write('too late\n');
  reader?.end();
  expect(await answer.text()).toBe('one\ntwo\n');
  expect(closed.length).toBeGreaterThan(0);
});

test('a reader who goes is let go of', async () => {
  const { hub, readers, closed } = makeHub();
  const answer = streamEvents(hub, ask(), who);
  await answer.body?.cancel();
  readers[0]?.write('nobody reads this\n');
  expect(closed).toHaveLength(1);
});

test('a broken stream is taken up where it broke, not where its page began', () => {
  const { hub, readers } = makeHub();
  streamEvents(hub, ask('?after=7', { headers: { 'last-event-id': '12' } }), who);
  streamEvents(hub, ask(), who);
  expect(readers.map(({ after }) => after)).toEqual([12, null]);
});

test('a number that is none, a server that stops and one stream too many are refused', () => {
  const { hub, readers } = makeHub();
  for (const after of ['-1', '1.5', 'x', '', '9'.repeat(16)])
    expect(streamEvents(hub, ask(`?after=${after}`), who).status).toBe(400);
  expect(readers).toEqual([]);
  expect(streamEvents(makeHub('too-many').hub, ask(), who).status).toBe(429);
  expect(streamEvents(makeHub('stopping').hub, ask(), who).status).toBe(503);
  expect(streamEvents(null, ask(), who).status).toBe(503);
});

test('to ask for the headers alone opens nothing', () => {
  const { hub } = makeHub();
  const answer = streamEvents(hub, ask('', { method: 'HEAD' }), who);
  expect([answer.status, answer.body, hub.count()]).toEqual([200, null, 0]);
});
