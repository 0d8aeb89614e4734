import { report } from '../drills/report.ts';
import { cpuTicksOf } from './cpu-ticks.ts';
import { withPostgres } from './postgres.ts';
import { startSite } from './site.ts';

/**
 * Measures the share of one core that a server without visitors uses in a minute, on both engines. CPU time does not
 * depend on other load of the machine.
 */
const settleMs = 15_000;
const measuredMs = 60_000;
const targetPercent = 0.5;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function percentOfACore(env: Record<string, string>): Promise<number> {
  const site = await startSite(env);
  await rest(settleMs);
  const before = cpuTicksOf(site.pid);
  await rest(measuredMs);
  const ticks = cpuTicksOf(site.pid) - before;
  await site.stop();
  return (ticks * 10 * 100) / measuredMs;
}

const rows: Record<string, { 'of a core, %': string }> = {};
const row = (percent: number) => ({ 'of a core, %': `${percent.toFixed(2)} (to reach: ${targetPercent})` });
rows['embedded'] = row(await percentOfACore({}));
await withPostgres(async (url) => {
  rows['PostgreSQL'] = row(await percentOfACore({ DATABASE_URL: url }));
});
report({ tables: [{ rows }] });
