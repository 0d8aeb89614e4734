import { report } from '../drills/report.ts';
import { publicRoutes } from '../tests/harness/routes.ts';
import { askAs, startSeeded } from '../tests/harness/seeded-server.ts';
import { workspacePages } from '../tests/harness/workspace-pages.ts';
import { withPostgres } from './postgres.ts';
import { residentKbOf } from './resident-kb.ts';

/**
 * Measures the server's memory after a start, after ordinary work (every page of site, portal and desk several times)
 * and once requests have stopped, on both engines.
 */
const size = { leads: 1000, clients: 20, projects: 100, messages: 5000 };
const rounds = 40;
const restMs = 60_000;

const residentMbOf = (...of: Parameters<typeof residentKbOf>) => Math.round(residentKbOf(...of) / 1024);

async function measure(databaseUrl: string | null) {
  const server = await startSeeded(size, { isCounting: false, databaseUrl });
  const started = residentMbOf(server.pid);
  const pages = workspacePages(server.seeded);
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) await (await askAs(server, page)).text();
    for (const path of publicRoutes) await (await fetch(new URL(path, server.address))).arrayBuffer();
  }
  const worked = residentMbOf(server.pid);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const rested = residentMbOf(server.pid);
  const most = residentMbOf(server.pid, 'most');
  await server.stop();
  return {
    'after the start, MB': started,
    'after work': worked,
    'a minute later': rested,
    'most at any time': most,
  };
}

const rows: Record<string, Awaited<ReturnType<typeof measure>>> = { embedded: await measure(null) };
await withPostgres(async (url) => {
  rows['PostgreSQL'] = await measure(url);
});
report({ tables: [{ rows }] });
