import { sql } from 'drizzle-orm';
import { report } from '../drills/report.ts';
import { askAs, startSeeded, type SeededServer } from '../tests/harness/seeded-server.ts';
import { cpuTicksOf } from './cpu-ticks.ts';
import { quantile } from './quantile.ts';

/**
 * Measures Today in a large studio where much is waiting, over HTTP by the built server on the embedded database, next
 * to a trivial request of the same session; and the time from a visitor's form to the event on a member's open page.
 */
const size = { leads: 10_000, clients: 200, projects: 1000, messages: 100_000 };
const rounds = 30;
const targetMs = 50;

const pages = {
  'a trivial request': '/api/visitor',
  Today: '/desk',
  'Today, one kind': '/desk?kind=message',
  'Today as JSON': '/desk/today.json',
  'another page, with the count': '/desk/team',
};

const ms = (value: number) => Number(value.toFixed(1));

async function timeOf(server: SeededServer, path: string): Promise<number> {
  const start = performance.now();
  const answer = await askAs(server, { path, actor: 'team' });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - start;
}

/** Returns the milliseconds from sending a form until a member's stream has its event. */
async function measureEvent(server: SeededServer, n: number): Promise<number> {
  const stop = new AbortController();
  const stream = await fetch(new URL('/desk/events', server.address), {
    headers: { cookie: `antinode_session=${server.seeded.tokens.team}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  const form = new URLSearchParams({ name: 'Runa', email: `bench${n}@visitor.example`, message: 'A film.' });
  const start = performance.now();
  await fetch(new URL('/forms/contact', server.address), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: form,
  });
  let text = '';
  for await (const part of stream.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes('lead-received')) break;
  }
  const taken = performance.now() - start;
  stop.abort();
  return taken;
}

const server = await startSeeded(size, {
  isCounting: false,
  async furnish(db) {
    await db.execute(sql`update file_comments set sender = 'client' where at_ms % 2 = 0`);
    await db.execute(sql`analyze`);
  },
});
const times = new Map(Object.values(pages).map((path): [string, number[]] => [path, []]));
for (let round = -5; round < rounds; round += 1)
  for (const path of Object.values(pages)) {
    const taken = await timeOf(server, path);
    if (round >= 0) times.get(path)?.push(taken);
  }
const rows: Record<string, Record<string, number>> = {};
for (const [name, path] of Object.entries(pages)) {
  const before = cpuTicksOf(server.pid);
  for (let round = 0; round < rounds; round += 1) await timeOf(server, path);
  const cpuMs = ((cpuTicksOf(server.pid) - before) * 10) / rounds;
  const taken = times.get(path) ?? [];
  rows[name] = {
    'median, ms': ms(quantile(taken, 0.5)),
    'p95, ms': ms(quantile(taken, 0.95)),
    'CPU, ms': ms(cpuMs),
  };
}
const events: number[] = [];
for (let n = 0; n < 4; n += 1) events.push(await measureEvent(server, n));
await server.stop();
const { leads, projects, messages } = size;
report({
  tables: [{ caption: 'Embedded', rows }],
  notes: [
    `${leads} leads, a third of them waiting, ${projects} projects, ${messages} messages, 500 conversations without an answer, 3000 open comments; ${rounds} rounds. To reach: ${targetMs} ms.`,
    `From a form to the event on another member's page: ${ms(quantile(events, 0.5))} ms; the page then fetches itself after 100 ms.`,
  ],
});
