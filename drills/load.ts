import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { cpuTicksOf } from '../bench/cpu-ticks.ts';
import { withPostgres } from '../bench/postgres.ts';
import { quantile } from '../bench/quantile.ts';
import { residentKbOf } from '../bench/resident-kb.ts';
import { copyReadyData } from '../tests/harness/ready-data.ts';
import { seedWorkspace } from '../tests/harness/seed-workspace.ts';
import { spawnServer, type ServerProcess } from '../tests/harness/spawn-server.ts';
import { openSlow, openStreams, type OpenStreams } from './load-connections.ts';
import { ask, findParts, submitSteadily, uploadAtOnce, visit, type Answers } from './load-traffic.ts';
import { report, type Row } from './report.ts';

// `npm run drill:load [-- postgres] [processes] [share]` runs many visitors, forms, event streams, uploads and slow
// clients at once; `share` (1 by default) scales the amounts below.

const asked = process.argv.slice(2);
const isOnPostgres = asked.includes('postgres');
const [processes = 1, share = 1] = asked.map(Number).filter((number) => number > 0);
const scaled = (count: number) => Math.max(1, Math.round(count * share));

const visits = scaled(10_000);
const visitorsAtOnce = 32;
const formsPerMinute = scaled(1000);
const streamsPerSession = 20;
const sessions = Math.ceil(scaled(2000) / streamsPerSession);
const uploads = { count: scaled(50), bytes: 2_000_000 };
const slow = scaled(500);
const paths = ['/', '/production', '/post', '/blog', '/cymatics', '/discovery-call'];

/** Adds a studio with a session per group of streams to the database, and a writing session for each client. */
async function seed(where: { dataDir: string; databaseUrl: string | null }) {
  const onHung = () => {
    throw new Error('The database hangs');
  };
  // Created by a test run, with its tables.
  if (where.databaseUrl === null && process.env['TEST_DATA_DIR'] !== undefined)
    copyReadyData(where.dataDir, 'nothing');
  const database = await openDatabase(where, { deadlineMs: 300_000, onHung });
  await migrate(database, 'database/migrations');
  const seeded = await seedWorkspace(database, { leads: 200, clients: 20, projects: 40, messages: 400 });
  const clients = await database.db
    .select({ id: people.id, role: people.role, clientId: people.clientId, projectId: projects.id })
    .from(people)
    .innerJoin(projects, eq(projects.clientId, people.clientId))
    .orderBy(people.id, projects.id);
  const everybody = [...new Map(clients.map((person) => [person.id, person])).values()];
  const open = (person: (typeof clients)[number]) =>
    openSession(database.db, new Date(), person, 'drill').then(({ token }) => token);
  const viewers: string[] = [];
  const writers = new Map<string, { token: string; projectId: string }>();
  for (let n = 0; n < sessions; n += 1) {
    const person = everybody[n % everybody.length];
    if (!person?.clientId) throw new Error('Nobody was made');
    viewers.push(await open(person));
    if (!writers.has(person.clientId))
      writers.set(person.clientId, { token: await open(person), projectId: person.projectId });
  }
  await database.close();
  return { seeded, viewers, writers: [...writers.values()] };
}

/** The studio, served by this many processes. */
async function startStudio(databaseUrl: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-load-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const made = await seed({ dataDir, databaseUrl });
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' };
  const servers: ServerProcess[] = [];
  const origins: string[] = [];
  for (let n = 0; n < processes; n += 1) {
    const server = spawnServer({ ...env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) });
    const printed = await server.says('Data ');
    origins.push(/^Site\s+(\S+)$/m.exec(printed)?.[1] ?? '');
    servers.push(server);
  }
  const pids = servers.map((server) => server.process.pid ?? 0);
  async function stop(): Promise<void> {
    for (const server of servers) {
      server.process.kill('SIGTERM');
      await server.exited;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  // Resets the peak memory after the start.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const isAlive = () => servers.every((server) => server.process.exitCode === null);
  return { ...made, origins, pids, isAlive, stop };
}

type Studio = Awaited<ReturnType<typeof startStudio>>;
const ms = (values: readonly number[], part: number) => Math.round(quantile(values, part));
const cpuMsOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuTicksOf(pid) * 10, 0);

/** Runs a part of the visits during other load. */
async function visitsWith(
  studio: Studio,
  pages: Awaited<ReturnType<typeof findPages>>,
  part: number,
): Promise<{ row: Row; answers: Answers }> {
  const before = cpuMsOf(studio.pids);
  const count = Math.round(visits * part);
  const answers = await visit(studio, pages, { visits: count, atOnce: visitorsAtOnce });
  const row = {
    visits: count,
    'p50 ms': ms(answers.ms, 0.5),
    'p99 ms': ms(answers.ms, 0.99),
    'processor, ms a visit': Number(((cpuMsOf(studio.pids) - before) / count).toFixed(1)),
    'errors (0)': answers.errors.length,
  };
  return { row, answers };
}

async function findPages(studio: Studio) {
  const entries = await Promise.all(
    paths.map(async (path) => [path, await findParts(studio, path)] as const),
  );
  return new Map(entries);
}

/** Returns how many of these submissions the team finds. */
async function countStored(
  { origins: [origin = ''], seeded }: Studio,
  marks: readonly string[],
): Promise<number> {
  const headers = { cookie: `antinode_session=${seeded.tokens.team}`, 'accept-encoding': 'identity' };
  const leads = (await ask(origin, { path: '/desk/leads.json', headers })).body.toString();
  return marks.filter((mark) => leads.includes(`A short film, ${mark}.`)).length;
}

/**
 * Writes a message of each client and waits until each stream has received its client's event, at most half a minute.
 */
async function heardBy(
  { origins: [origin = ''], writers }: Studio,
  { heard, forget }: OpenStreams,
  expected: number,
): Promise<number> {
  forget();
  for (const { token, projectId } of writers) {
    const fields = { projectId, messageId: randomUUID(), content: 'The gulls are down.' };
    const headers = {
      cookie: `antinode_session=${token}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams(fields).toString();
    await ask(origin, { method: 'POST', path: '/portal/messages?do=send-message', headers, body });
  }
  for (let n = 0; n < 300 && heard() < expected; n += 1) await wait(100);
  return heard();
}

const rowOf = (answers: Answers): Row => ({
  count: answers.ms.length,
  'p50 ms': ms(answers.ms, 0.5),
  'p99 ms': ms(answers.ms, 0.99),
  'errors (0)': answers.errors.length,
});

/** Adds the kinds of load one after the other until all run at once. Returns the results. */
async function putUnderLoad(studio: Studio) {
  const { seeded, viewers } = studio;
  const pages = await findPages(studio);
  const alone = await visitsWith(studio, pages, 0.25);
  const streams = await openStreams(studio, viewers, streamsPerSession);
  const open = viewers.length * streamsPerSession;
  const over = new AbortController();
  const startedMs = performance.now();
  const submitting = submitSteadily(studio, { perMinute: formsPerMinute, signal: over.signal });
  const about = { token: seeded.tokens.team, projectId: seeded.projectId, ...uploads };
  const uploading = uploadAtOnce(studio, about);
  const together = await visitsWith(studio, pages, 0.5);
  const slowOnes = openSlow(studio, slow);
  const beside = await visitsWith(studio, pages, 0.25);
  const uploaded = await uploading;
  // Forms arrive for at least a minute.
  await wait(Math.max(0, share * 60_000 - (performance.now() - startedMs)));
  over.abort();
  const forms = await submitting;
  slowOnes.close();
  const heard = await heardBy(studio, streams, open);
  streams.close();
  const lost = forms.accepted.length - (await countStored(studio, forms.accepted));
  const memory = studio.pids.map((pid) => Math.round(residentKbOf(pid, 'most') / 1024));
  const hungUp = slowOnes.hungUp();
  const kept = { open, ended: streams.ended(), heard };
  return { alone, together, beside, uploaded, forms, kept, lost, memory, hungUp };
}

async function drill(databaseUrl: string | null): Promise<void> {
  const studio = await startStudio(databaseUrl);
  try {
    const { alone, together, beside, uploaded, forms, kept, lost, memory, hungUp } =
      await putUnderLoad(studio);
    const visited = {
      alone: alone.row,
      'with forms, streams and uploads': together.row,
      [`and ${slow} slow clients`]: beside.row,
    };
    const meanwhile = {
      [`forms, ${formsPerMinute} a minute`]: rowOf(forms),
      [`uploads of ${uploads.bytes / 1e6} MB at once, downloaded whole`]: rowOf(uploaded),
    };
    const others = {
      'forms acknowledged and lost (0)': { result: lost },
      'event streams open': { result: kept.open },
      '… that ended (0)': { result: kept.ended },
      [`… that heard of an event of theirs (${kept.open})`]: { result: kept.heard },
      'slow clients that were hung up on and came back': { result: hungUp },
      'memory at most, MB': { result: memory.join(', ') },
    };
    const visitors = `Visits with an empty cache, ${visitorsAtOnce} at once. Times are those of the page itself.`;
    const faults = [alone, together, beside].flatMap(({ answers }) => answers.errors);
    report({
      tables: [
        { caption: visitors, rows: visited },
        { caption: 'Meanwhile', rows: meanwhile },
        { rows: others },
      ],
      broken: [
        ...[...faults, ...forms.errors, ...uploaded.errors].slice(0, 20),
        ...(lost > 0 ? [`${lost} forms were acknowledged and are not there`] : []),
        ...(kept.ended > 0 ? [`${kept.ended} streams ended`] : []),
        ...(kept.heard < kept.open ? [`${kept.open - kept.heard} streams did not hear of an event`] : []),
        ...(studio.isAlive() ? [] : ['A process ended']),
      ],
    });
  } finally {
    await studio.stop();
  }
}

await (isOnPostgres ? withPostgres(drill) : drill(null));
