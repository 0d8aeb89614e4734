import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { report, type Table } from '../drills/report.ts';
import { askAs, startSeeded, type SeededServer } from '../tests/harness/seeded-server.ts';
import { withPostgres } from './postgres.ts';
import { quantile } from './quantile.ts';
import { residentKbOf } from './resident-kb.ts';

/**
 * Measures how long one person waits for a page while another requests many pages of a large project at once. The ratio
 * is to one such large page alone in the same run: the number of large pages for which everyone else waits.
 */
const size = { leads: 20, clients: 2, projects: 2, messages: 20, filesEach: 300 };
const crowds = [0, 10, 40, 200];
const asks = 15;

type Target = Pick<SeededServer, 'address' | 'seeded'>;
type Crowd = { readonly target: Target; readonly count: number };
type Counts = { made: number; refused: number };

const largePage = ({ seeded }: Target) => ({
  path: `/desk/projects/${seeded.projectId}`,
  actor: 'team' as const,
});

/** Runs in a thread: keeps this many large pages requested at once until told to stop. */
async function crowdIn({ target, count }: Crowd): Promise<void> {
  const counts: Counts = { made: 0, refused: 0 };
  const over = new AbortController();
  parentPort?.once('message', () => over.abort());
  const visit = async () => {
    while (!over.signal.aborted) {
      const answer = await askAs(target, largePage(target));
      await answer.arrayBuffer();
      counts[answer.status === 200 ? 'made' : 'refused'] += 1;
      if (answer.status !== 200) await sleep(1000);
    }
  };
  await Promise.all(Array.from({ length: count }, visit));
  parentPort?.postMessage(counts, []);
}

async function msOf(target: Target, page: { path: string; actor: 'client' | 'team' }): Promise<number> {
  const start = performance.now();
  const answer = await askAs(target, page);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${page.path} answered ${answer.status}`);
  return performance.now() - start;
}

/** Measures one person's page time during another's concurrent requests. */
async function measureCrowd({ address, seeded, pid }: SeededServer, count: number, largeMs: number) {
  const target: Target = { address, seeded };
  const worker = new Worker(new URL(import.meta.url), { workerData: { target, count } satisfies Crowd });
  const counted = once(worker, 'message') as Promise<[Counts]>;
  await once(worker, 'online');
  await sleep(500);
  const waits: number[] = [];
  for (let n = 0; n < asks; n += 1) waits.push(await msOf(target, { path: '/portal', actor: 'client' }));
  worker.postMessage('over', []);
  const [counts] = await counted;
  const longest = Math.max(...waits);
  return {
    'asked at once': count,
    'median ms': Math.round(quantile(waits, 0.5)),
    'longest ms': Math.round(longest),
    'longest, in large pages': Number((longest / largeMs).toFixed(1)),
    ...counts,
    'server MB': Math.round(residentKbOf(pid) / 1024),
  };
}

const tables: Table[] = [];

async function measure(databaseUrl: string | null): Promise<void> {
  const server = await startSeeded(size, { isCounting: false, databaseUrl });
  const large: number[] = [];
  for (let n = 0; n < 8; n += 1) large.push(await msOf(server, largePage(server)));
  const largeMs = quantile(large.slice(3), 0.5);
  const engine = databaseUrl === null ? 'Embedded' : 'PostgreSQL';
  const rows = [];
  for (const count of crowds) rows.push(await measureCrowd(server, count, largeMs));
  tables.push({ caption: `${engine}: a page of 300 files alone takes ${Math.round(largeMs)} ms`, rows });
  await server.stop();
}

if (isMainThread) {
  await measure(null);
  await withPostgres(measure);
  report({ tables });
} else {
  await crowdIn(workerData as Crowd);
}
