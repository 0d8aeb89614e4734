import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test, vi } from 'vitest';
import { quiet } from '../jobs/jobs.fixture.ts';
import { openTracing } from './open-tracing.ts';
import { answerInSpan } from '../http/request-span.ts';
import { inSpan, runInsideSpan, type Tracing } from './spans.ts';
import { all, clock, mark, recording, start, startTracing } from './tracing.fixture.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server with traced requests, and returns a client for it. */
async function serve(tracing: Tracing, isFromProxy: boolean, answer: Answer) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.once('close', resolve);
    void answerInSpan(
      { request, response, tellRoute: () => undefined },
      { tracing, isFromProxy: () => isFromProxy },
      (asked) => {
        asked.tellRoute('/desk/leads/[id]');
        return answer(asked.request, asked.response);
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return async (headers: Record<string, string> = {}) => {
    const asked = await fetch(`http://127.0.0.1:${port}/desk/leads/${mark}?${mark}`, { headers });
    await asked.text();
    await closed;
  };
}

test("records a request's method, route pattern and status, but no user input", async () => {
  const { tracing, told, spans } = startTracing();
  const ask = await serve(tracing, false, async (_request, response) => {
    await inSpan({ name: 'asked', kind: 'client', fields: {} }, async () => undefined);
    response.writeHead(503).end();
  });
  await ask({ 'user-agent': mark, cookie: mark, tracestate: `${mark}=1`, baggage: `${mark}=1` });
  expect(await told()).toEqual([
    { name: 'asked', within: 'GET /desk/leads/[id]', fields: {}, isFailed: false },
    {
      name: 'GET /desk/leads/[id]',
      within: null,
      fields: {
        'http.request.method': 'GET',
        'http.route': '/desk/leads/[id]',
        'http.response.status_code': 503,
      },
      isFailed: true,
    },
  ]);
  expect(
    JSON.stringify(spans.map(({ name, attributes, events, links }) => [name, attributes, events, links])),
  ).not.toContain(mark);
});

test.each([
  ['a proxy that is trusted', true, '0af7651916cd43dd8448eb211c80319c'],
  ['a stranger', false, null],
])('the trace that %s names', async (_name, isFromProxy, expected) => {
  const { tracing, told, spans } = startTracing();
  const ask = await serve(tracing, isFromProxy, async (_request, response) => void response.end());
  await ask({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
  await told();
  const [span] = spans;
  if (expected === null) expect(span?.parentSpanContext).toBeUndefined();
  else expect(span?.spanContext().traceId).toBe(expected);
});

test('records nothing for unsampled requests, or after a request has ended', async () => {
  const { tracing, told } = startTracing({ ...all, sampler: 'parentbased_traceidratio', share: 0 });
  const left = tracing.begin(start, null);
  await runInsideSpan(left, () => inSpan({ ...start, name: 'in vain' }, async () => undefined));
  left.end();
  // What is before it has said that it is.
  const taken = tracing.begin(start, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  await runInsideSpan(taken, () => inSpan({ ...start, name: 'asked' }, async () => undefined));
  taken.end();
  await runInsideSpan(taken, () => inSpan({ ...start, name: 'late' }, async () => undefined));
  expect((await told()).map(({ name }) => name)).toEqual(['asked', 'test']);
});

test('records a stream of events when it starts', async () => {
  const { tracing, told } = startTracing();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const ask = await serve(tracing, false, async (_request, response) => {
    // As the server does for each response.
    response.setHeader('x-content-type-options', 'nosniff');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    resolve(told());
    response.end();
  });
  await ask();
  expect(await promise).toMatchObject([{ name: 'GET /desk/leads/[id]' }]);
});

test('logs one line for an unreachable collector, and another when it recovers', async () => {
  const { spans, state, exporter } = recording();
  const lines: unknown[] = [];
  const note = (event: string, fields = {}) => void lines.push([event, fields]);
  const tracing = openTracing(all, { log: { ...quiet, warn: note, info: note }, clock, exporter });
  // As many as are sent at once without waiting for more.
  const send = () => Array.from({ length: 512 }, () => tracing.begin(start, null).end());
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  state.error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4318'), { code: 'ECONNREFUSED' });
  for (let n = 0; n < 3; n += 1) {
    send();
    await settled();
  }
  delete state.error;
  send();
  await tracing.stop();
  expect(lines).toEqual([
    ['traces do not arrive', { reason: 'connect ECONNREFUSED 127.0.0.1:4318' }],
    ['traces arrive again', { awayS: 0, lost: 1536 }],
  ]);
  expect(spans).toHaveLength(512);
});

test('limits pending requests to a collector that never responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  let heard = Promise.withResolvers<void>();
  const collector = createServer((request, response) => {
    asked += 1;
    // It seems to answer all the time.
    response.writeHead(200).write('.');
    request.resume().once('end', () => heard.resolve());
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    collector.close();
    collector.closeAllConnections();
  });
  const { port } = collector.address() as AddressInfo;
  const refused = Promise.withResolvers<void>();
  const log = { ...quiet, warn: () => refused.resolve() };
  const tracing = openTracing({ ...all, url: `http://127.0.0.1:${port}/v1/traces` }, { log, clock });
  const isRefused = refused.promise.then(() => true);
  for (let n = 0; n < 12; n += 1) {
    heard = Promise.withResolvers();
    for (let span = 0; span < 512; span += 1) tracing.begin(start, null).end();
    if (await Promise.race([isRefused, heard.promise.then(() => false)])) break;
    // As long as one is waited for.
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(asked).toBe(5);
});

test('does not wait on stop for an unresponsive collector, and limits pending spans', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let held = 0;
  const exporter: SpanExporter = {
    export: (spans) => void (held += spans.length),
    shutdown: async () => undefined,
  };
  const tracing = openTracing(all, { log: quiet, clock, exporter });
  for (let n = 0; n < 10_000; n += 1) tracing.begin(start, null).end();
  let isStopped = false;
  const stopped = tracing.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1999);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
  expect(held).toBeLessThanOrEqual(2048 + 512);
});
