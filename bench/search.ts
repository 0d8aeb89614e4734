import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { searchDesk, searchKinds } from '#src/desk/search/find-hits.ts';
import type { Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { withPostgres } from './postgres.ts';
import { quantile } from './quantile.ts';

/** `npm run bench -- search` measures the desk's search over 100,000 rows on both engines. */
const rounds = 40;
const options = { deadlineMs: 600_000, onHung: () => process.exit(1) };

const words = `array['mix','master','vocal','drum','bass','guitar','chorus','verse','bridge','louder','quieter','please','send','file',
  'invoice','deadline','studio','session','podcast','episode','trailer','score','strings','reverb','delay','client','tomorrow','review']`;
/** Twelve to thirty words, a few of them rare, by the row's number. */
const textOf = (n: string) => `(select string_agg(case when k % 9 = 0 then 'z' || md5(${n}::text || k::text)
  else (${words})[1 + (hashint4(${n} * 31 + k) & 2147483647) % 28] end, ' ') from generate_series(1, 12 + ${n} % 18) k)`;

const fills = [
  `insert into leads (id, email_key, email, name, status, is_held, created_at) select gen_random_uuid(), n || '@visitor.example',
    n || '@visitor.example', 'Visitor ' || md5(n::text), 'lead', false, now() - n * interval '1 hour' from generate_series(1, 10000) n`,
  `insert into clients (id, name, created_at) select gen_random_uuid(), 'Client ' || md5(n::text), now() - n * interval '1 hour'
    from generate_series(1, 1000) n`,
  `insert into projects (id, client_id, name, description, status, progress, created_at, updated_at)
    select gen_random_uuid(), (select id from clients order by id offset n % 1000 limit 1), 'Project ' || md5(n::text), ${textOf('n')}, 'backlog', 0,
    now() - n * interval '1 hour', now() from generate_series(1, 1000) n`,
  `insert into messages (id, project_id, author_name, sender, content, sent_at) select gen_random_uuid(), project.id, 'Ada', 'team', ${textOf('n')},
    now() - n * interval '1 minute' from generate_series(1, 58000) n
    join (select id, row_number() over () as place from projects) project on project.place = 1 + n % 1000`,
  `insert into lead_notes (id, lead_id, author_name, content, written_at) select gen_random_uuid(), lead.id, 'Ada', ${textOf('n')},
    now() - n * interval '1 minute' from generate_series(1, 30000) n
    join (select id, row_number() over () as place from leads) lead on lead.place = 1 + n % 10000`,
];

const searches = [
  'zab',
  'z1f3',
  'louder',
  'mix',
  'mix master',
  'chorus zab',
  'visitor',
  'ada',
  'a',
  'lou',
  'ouder',
  'qqqq',
  'p-214',
];

async function measure(database: Database): Promise<void> {
  const { db } = database;
  await migrate(database, join(projectRootFrom(import.meta.dirname), 'database/migrations'));
  const began = performance.now();
  for (const fill of fills) await db.execute(sql.raw(fill));
  await db.execute(sql`vacuum analyze`);
  const entries = await db.execute(sql`select count(*)::int as entries from search_entries`);
  const [row] = (entries as { rows: unknown[] }).rows;
  console.log(database.kind, row, `filled in ${Math.round(performance.now() - began)} ms`);
  const all: number[] = [];
  const print = (name: string, times: readonly number[]) =>
    console.log(
      name.padEnd(14),
      `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
      `p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    );
  for (const query of searches) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await searchDesk(db, query, { kinds: searchKinds, most: 3 });
      times.push(performance.now() - start);
    }
    all.push(...times);
    print(query, times);
  }
  print('all', all);
  await database.close();
}

const folder = await mkdtemp(join(tmpdir(), 'antinode-search-'));
await measure(await openEmbedded(folder, options));
await rm(folder, { recursive: true, force: true });
await withPostgres(async (url) => measure(await openServer(url, options)));
