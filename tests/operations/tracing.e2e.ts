import { join } from 'node:path';
import type { APIRequest } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { everyForm } from '../harness/forms.ts';
import {
  actAsClient,
  actAsTeam,
  mark,
  sendAsVisitor,
  sendOddPaths,
  visitAll,
} from '../harness/marked-data.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { nobody } from '../harness/studio.ts';
import { expect, test } from '../harness/test.ts';
import { startTraceCollector, type CollectedSpan } from '../harness/trace-collector.ts';

// An operator's trace collector receives timings, and no personal data.

stopServersAfterEachTest();

const program = join(import.meta.dirname, '../../dist/server.mjs');
const loaded = join(import.meta.dirname, '../harness/print-loaded.mjs');

async function startTraced(env: Record<string, string>, args: string[] = []) {
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const started = { PORT: '0', DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1,::1', ...env };
  const server = startServer(started, [...args, program]);
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const stop = () => {
    server.process.kill('SIGTERM');
    return server.exited;
  };
  return { server, stop, address: lineOf('Site'), lineOf };
}

async function signedIn({ request }: { readonly request: APIRequest }, address: string, link: string) {
  const person = await request.newContext({ baseURL: address, storageState: nobody });
  expect((await person.post(postOfPrintedLink(link), { maxRedirects: 0 })).status()).toBe(303);
  return person;
}

/** A trace as lines, each contained in the previous line with less indentation. */
function linesOf(spans: readonly CollectedSpan[], root: CollectedSpan, depth = 0): string[] {
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  const inOrder = parts.toSorted((a, b) => a.startMs - b.startMs);
  return [`${'  '.repeat(depth)}${root.name}`, ...inOrder.flatMap((span) => linesOf(spans, span, depth + 1))];
}

test('reports timings in traces, without personal data', async ({ playwright }) => {
  const collector = await startTraceCollector();
  const { address, lineOf, stop, server } = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  });
  const visitor = await playwright.request.newContext({ baseURL: address, storageState: nobody });
  const team = await signedIn(playwright, address, lineOf('Team desk'));
  const client = await signedIn(playwright, address, lineOf('Client portal'));
  await sendAsVisitor(visitor);
  await actAsTeam(team);
  await actAsClient(client);
  expect(await visitAll(team, '/desk')).toBeGreaterThan(20);
  expect(await visitAll(client, '/portal')).toBeGreaterThan(10);
  await sendOddPaths(address);
  expect(await stop()).toBe(0);
  await collector.stop();
  const spans = collector.spans();

  await test.step('what was sent stands nowhere, nor an address, a path, an id or a name of the sample', () => {
    const bytes = Buffer.concat(collector.bodies).toString('latin1').toLowerCase();
    for (const word of [mark, 'film.example', 'studio.example', '192.0.2.', 'tidewater'])
      expect(bytes.includes(word), word).toBe(false);
    const told = JSON.stringify(spans.map(({ name, fields }) => [name, fields]));
    expect(told).not.toMatch(/[\da-f]{8}-[\da-f]{4}|[\da-f]{16}|[@?&%]|127\.0\.0\.1/);
    expect(server.output().toLowerCase()).not.toContain(mark);
  });

  await test.step('every request is named by its method and by a route of ours', () => {
    const forms = everyForm.map(({ name }) => `/forms/${name}`);
    const known = new Set<unknown>([...Object.keys(accessPolicy), ...forms, undefined]);
    const requests = spans.filter(
      ({ fields }) => 'http.request.method' in fields && !('db.system.name' in fields),
    );
    const routes = new Set(requests.map(({ fields }) => fields['http.route']));
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    for (const route of ['/desk', '/desk/leads/[id]', '/portal/projects/[id]', '/account', ...forms])
      expect(routes, route).toContain(route);
  });

  await test.step('a form, its jobs and its mails are one trace', () => {
    const [form] = spans.filter(({ name }) => name === `POST /forms/${everyForm[0]?.name}`);
    if (!form) throw new Error('No form was told of');
    const lines = linesOf(spans, form);
    expect(lines).toContain('  job outbox');
    expect(lines).toContain('    send mail');
    expect(form.fields['http.response.status_code']).toBe(303);
  });

  await test.step('an upload tells how long its file took to be stored', () => {
    const [upload] = spans.filter(({ name }) => name === 'PATCH /desk/uploads/[id]');
    if (!upload) throw new Error('No upload was told of');
    expect(linesOf(spans, upload)).toContain('  file store store');
  });

  expect(collector.headers[0]?.['authorization']).toBe('Bearer of-the-collector');
});

test('loads no tracing code without the setting', async () => {
  const hook = ['--import', loaded];
  const untold = await startTraced({}, hook);
  expect(await untold.stop()).toBe(0);
  expect(untold.server.output()).not.toContain('open-tracing');
  const collector = await startTraceCollector();
  const told = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address }, hook);
  expect(await told.stop()).toBe(0);
  expect(told.server.output()).toContain('open-tracing');
  await collector.stop();
});

test('survives an unavailable collector, with one line in the log', async ({ playwright }) => {
  const gone = await startTraceCollector();
  await gone.stop();
  const { address, stop, server, lineOf } = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: gone.address,
    // No longer than a stopping server waits.
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  });
  const team = await signedIn(playwright, address, lineOf('Team desk'));
  expect((await team.get('/desk')).status()).toBe(200);
  expect(await stop()).toBe(0);
  const said = server.output().match(/"event":"[^"]*(?:trace|away)[^"]*"/g);
  expect(said).toEqual(['"event":"traces do not arrive"']);
});
