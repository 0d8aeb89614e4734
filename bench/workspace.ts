import { gzipSync } from 'node:zlib';
import { report, type Table } from '../drills/report.ts';
import { askAs, startSeeded, type SeededServer } from '../tests/harness/seeded-server.ts';
import { workspacePages } from '../tests/harness/workspace-pages.ts';
import { cpuTicksOf } from './cpu-ticks.ts';
import { withPostgres } from './postgres.ts';
import { quantile } from './quantile.ts';

/**
 * Measures response times of the pages of portal and desk in a large studio, over HTTP by the built server on both
 * engines, with the queries and the size of each. The ratio is to a trivial request of the same session in the same
 * round, so that it is valid on a noisy machine; the server's CPU time is printed next to the elapsed time.
 */
const size = { leads: 10_000, clients: 200, projects: 2000, messages: 100_000 };
const rounds = 30;
const targetMs = 50;

const ms = (value: number) => Number(value.toFixed(1));

async function timeOf(
  server: SeededServer,
  page: { path: string; actor: 'client' | 'team' },
): Promise<number> {
  const start = performance.now();
  const answer = await askAs(server, page);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${page.path} answered ${answer.status}`);
  return performance.now() - start;
}

type Times = { page: number[]; trivial: number[]; cpuMs: number };

type Measured = { readonly firstMs: number; readonly times: Map<string, Times> };

/**
 * The first page after the start, and milliseconds of every round by page name, each with a trivial request of the same
 * session; embedded, or on PostgreSQL.
 */
async function measureTimes(databaseUrl: string | null): Promise<Measured> {
  const server = await startSeeded(size, { isCounting: false, databaseUrl });
  const firstMs = await timeOf(server, { path: '/desk/leads', actor: 'team' });
  const pages = workspacePages(server.seeded);
  const times = new Map(
    pages.map(({ name }): [string, Times] => [name, { page: [], trivial: [], cpuMs: 0 }]),
  );
  for (let round = -5; round < rounds; round += 1) {
    for (const page of pages) {
      const trivial = await timeOf(server, { path: '/api/visitor', actor: page.actor });
      const taken = await timeOf(server, page);
      if (round < 0) continue;
      times.get(page.name)?.trivial.push(trivial);
      times.get(page.name)?.page.push(taken);
    }
  }
  for (const page of pages) {
    const before = cpuTicksOf(server.pid);
    for (let round = 0; round < rounds; round += 1) await timeOf(server, page);
    const measured = times.get(page.name);
    if (measured) measured.cpuMs = ((cpuTicksOf(server.pid) - before) * 10) / rounds;
  }
  await server.stop();
  return { firstMs, times };
}

type Weight = { script: number; css: number };

/**
 * Everything that a page can load, in gzip bytes: its scripts with their immediate and later imports, and its style
 * sheets.
 */
async function weigh(server: SeededServer, html: string): Promise<Weight> {
  const found = new Set(
    [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path),
  );
  const weight: Weight = { script: 0, css: 0 };
  // Imports of a script are added during the loop.
  for (const path of found) {
    const text = await (await fetch(new URL(path, server.address))).text();
    weight[path.endsWith('.css') ? 'css' : 'script'] += gzipSync(text).length;
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g)) {
      found.add(new URL(imported, new URL(path, server.address)).pathname);
    }
  }
  return weight;
}

/** Queries and weight of every page, by name. */
async function countAndWeigh(): Promise<Map<string, Weight & { queries: number }>> {
  const server = await startSeeded(size, { isCounting: true });
  const found = new Map<string, Weight & { queries: number }>();
  for (const page of workspacePages(server.seeded)) {
    // The first request of a minute records the person's activity.
    await (await askAs(server, page)).text();
    const html = await (await askAs(server, page)).text();
    const weight = await weigh(server, html);
    const counted = server.queries().filter(({ path }) => path === page.path);
    found.set(page.name, { queries: counted.at(-1)?.queries.length ?? 0, ...weight });
  }
  await server.stop();
  return found;
}

function describe(
  name: string,
  { firstMs, times }: Measured,
  counts: Map<string, Weight & { queries: number }>,
): Table {
  return {
    caption: `${name}: first page of the desk after a start ${ms(firstMs)} ms (to reach: 1000)`,
    rows: Object.fromEntries(
      [...times].map(([page, { page: taken, trivial, cpuMs }]) => {
        const { queries, script, css } = counts.get(page) ?? { queries: 0, script: 0, css: 0 };
        const ratios = taken.map((value, round) => value / (trivial[round] ?? Number.NaN));
        return [
          page,
          {
            'median, ms': ms(quantile(taken, 0.5)),
            'p95, ms': ms(quantile(taken, 0.95)),
            'CPU, ms': ms(cpuMs),
            '× trivial': Number(quantile(ratios, 0.5).toFixed(1)),
            queries,
            'script, B gzip': script,
            'CSS, B gzip': css,
          },
        ];
      }),
    ),
  };
}

const counts = await countAndWeigh();
const tables = [describe('Embedded', await measureTimes(null), counts)];
await withPostgres(async (url) => {
  tables.push(describe('PostgreSQL', await measureTimes(url), counts));
});
const { leads, projects, clients, messages } = size;
report({
  tables,
  notes: [
    `${leads} leads, ${projects} projects of ${clients} clients, ${messages} messages; ${rounds} rounds. To reach: ${targetMs} ms for dashboard, inbox and its search.`,
  ],
});
