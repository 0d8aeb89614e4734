import { expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from '../client-address.ts';
import { createPageTurns } from './fair-queue.ts';

const page = () => Promise.resolve(new Response('page'));
const { signal } = new AbortController();

test('limits open pages per client without refusing others', async () => {
  const makeInTurn = createPageTurns();
  const sent = Promise.withResolvers<void>();
  const closed = () => sent.promise;
  const many = await Promise.all(
    Array.from({ length: 60 }, () => makeInTurn({ key: 'ada', closed, signal }, page)),
  );
  expect(many.filter((response) => response !== null)).toHaveLength(50);
  expect(await makeInTurn({ key: 'runa', signal }, page)).not.toBeNull();
  sent.resolve();
  await sent.promise;
  expect(await makeInTurn({ key: 'ada', closed, signal }, page)).not.toBeNull();
});

test('finishes a page before the next one', async () => {
  const makeInTurn = createPageTurns();
  const order: string[] = [];
  const rendered = (name: string) => async () => {
    const body = new ReadableStream(
      {
        pull(controller) {
          order.push(`${name} is rendered`);
          controller.enqueue(new TextEncoder().encode(name));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    order.push(`${name} has begun`);
    return new Response(body, { status: 422, headers: { 'content-type': 'text/html' } });
  };
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => makeInTurn({ key: 'ada', signal }, rendered(name))),
  );
  expect(order).toEqual(['first has begun', 'first is rendered', 'second has begun', 'second is rendered']);
  expect([await first?.text(), first?.status, first?.headers.get('content-type')]).toEqual([
    'first',
    422,
    'text/html',
  ]);
  expect(await second?.text()).toBe('second');
});

test('streams a file without reading it whole first', async () => {
  const makeInTurn = createPageTurns();
  let pieces = 0;
  const body = new ReadableStream(
    { pull: (controller) => controller.enqueue(new Uint8Array(++pieces)) },
    { highWaterMark: 0 },
  );
  const file = () => Promise.resolve(new Response(body, { headers: { 'content-length': '20000000000' } }));
  const response = await makeInTurn({ key: 'ada', signal }, file);
  expect(pieces).toBe(0);
  await response?.body?.cancel();
});

test('renders no page for a client who disconnected, and passes on errors', async () => {
  const makeInTurn = createPageTurns();
  const gone = new AbortController();
  const made: string[] = [];
  const failing = makeInTurn({ key: 'ada', signal }, () => Promise.reject(new Error('It broke')));
  const given = makeInTurn({ key: 'ada', signal: gone.signal }, () => {
    made.push('for nobody');
    return page();
  });
  gone.abort();
  await expect(failing).rejects.toThrow('It broke');
  expect((await given)?.body).toBeNull();
  expect(made).toEqual([]);
});

test('shares a turn between the networks of one customer, each with its own limit', async () => {
  const makeInTurn = createPageTurns();
  const networks = Array.from({ length: 60 }, (_, n) => networkOf(`2001:db8:7:${n.toString(16)}::1`));
  const order: string[] = [];
  const ask = (key: string) =>
    makeInTurn({ key, group: wideNetworkOf(key), signal }, () => {
      order.push(key);
      return page();
    });
  const answers = await Promise.all([...networks, networkOf('192.0.2.7')].map(ask));
  expect(order.indexOf('192.0.2.7')).toBe(1);
  expect(answers).not.toContain(null);
});
