import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clients as clientTable } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { report } from '../drills/report.ts';
import { residentKbOf } from './resident-kb.ts';
import { startSite } from './site.ts';
import { quantile } from './quantile.ts';

/**
 * Measures a thousand open event streams on one process: the memory of each, the time until all of one client's streams
 * have received an event, and the time until each of a thousand clients, one after the other, has received their own.
 */
const streams = 1000;
const perSession = 20;
const events = 100;

type Viewer = { readonly token: string; readonly projectId: string };

const chunksOf = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));

/** Creates clients, each with a project and several sessions, before the server opens the folder. */
async function seed(dataDir: string, clients: number, sessionsEach: number): Promise<Viewer[]> {
  const database = await openEmbedded(dataDir, { deadlineMs: 60_000, onHung: () => process.exit(1) });
  await migrate(database, 'database/migrations');
  const { db } = database;
  const now = new Date();
  const made = Array.from({ length: clients }, (_, n) => {
    const [id, clientId, projectId] = [randomUUID(), randomUUID(), randomUUID()];
    const email = `client${n}@visitor.example`;
    const person = {
      id,
      role: 'client',
      clientId,
      permission: 'approve',
      emailKey: email,
      email,
      name: `Client ${n}`,
      createdAt: now,
    } as const;
    const times = { createdAt: now, updatedAt: now };
    const about = { name: 'Tidewater', description: 'Mix', status: 'review', progress: 50 } as const;
    return { person, project: { id: projectId, clientId, number: 10_000 + n, ...about, ...times } };
  });
  const viewers: Viewer[] = [];
  await db.transaction(async (tx) => {
    for (const chunk of chunksOf(made, 500)) {
      const owners = chunk.map(({ person: { clientId: id, name, createdAt } }) => ({ id, name, createdAt }));
      await tx.insert(clientTable).values(owners);
      await tx.insert(people).values(chunk.map(({ person }) => person));
      await tx.insert(projects).values(chunk.map(({ project }) => project));
    }
    for (const { person, project } of made) {
      for (let n = 0; n < sessionsEach; n += 1) {
        const { token } = await openSession(tx, now, person, 'bench');
        viewers.push({ token, projectId: project.id });
      }
    }
  });
  await database.close();
  return viewers;
}

type Stream = { readonly close: () => void; readonly next: () => Promise<number> };

/** Opens a stream; resolves once its first line has arrived. */
function openStream(origin: string, token: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: `antinode_session=${token}`, accept: 'text/event-stream' };
    const asked = request(`${origin}/portal/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
      let hear = (_atMs: number) => {};
      let isOpen = false;
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: change')) hear(performance.now());
        if (!isOpen) {
          isOpen = true;
          resolve({
            close: () => asked.destroy(),
            next: () => new Promise((heard) => (hear = heard)),
          });
        }
      });
      response.on('error', () => undefined);
    });
    asked.on('error', reject).end();
  });
}

/** Writes a message, which is an event for that client. */
async function write(origin: string, { token, projectId }: Viewer): Promise<void> {
  const body = new URLSearchParams({ projectId, messageId: randomUUID(), content: 'The gulls are down.' });
  const answer = await fetch(`${origin}/portal/messages?project=${projectId}&do=send-message`, {
    method: 'POST',
    body,
    headers: { cookie: `antinode_session=${token}`, accept: 'application/json', origin },
  });
  if (!answer.ok) throw new Error(`a message was answered ${answer.status}`);
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function measure(clients: number, sessionsEach: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'antinode-bench-'));
  const viewers = await seed(dataDir, clients, sessionsEach);
  const site = await startSite({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const [first] = viewers;
    if (!first) throw new Error('nobody was made');
    // Memory that every first request allocates does not belong to the streams.
    for (let n = 0; n < 50; n += 1) await write(site.origin, first);
    await rest(2000);
    const before = residentKbOf(site.pid);
    const tokens = viewers.flatMap(({ token }) =>
      Array.from({ length: streams / viewers.length }, () => token),
    );
    const open: Stream[] = [];
    for (const chunk of chunksOf(tokens, 50))
      open.push(...(await Promise.all(chunk.map((token) => openStream(site.origin, token)))));
    await rest(3000);
    const kbEach = (residentKbOf(site.pid) - before) / streams;
    const waits: number[] = [];
    for (let n = 0; n < (clients === 1 ? 10 : events); n += 1) {
      const at = clients === 1 ? 0 : Math.floor((n * streams) / events);
      const heard = (clients === 1 ? open : open.slice(at, at + 1)).map((stream) => stream.next());
      const startMs = performance.now();
      await write(site.origin, clients === 1 ? first : (viewers[at] ?? first));
      waits.push(Math.max(...(await Promise.all(heard))) - startMs);
      await rest(50);
    }
    for (const stream of open) stream.close();
    return { kbEach, waits };
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const rows = [];
for (const [name, clients, sessionsEach] of [
  ['all of one client', 1, streams / perSession],
  ['each of another client', streams, 1],
] as const) {
  const { kbEach, waits } = await measure(clients, sessionsEach);
  rows.push({
    '1,000 streams': name,
    'memory a stream, kB': Math.round(kbEach),
    'last one has the event after, ms (median)': Math.round(quantile(waits, 0.5)),
    'ms (95 %)': Math.round(quantile(waits, 0.95)),
  });
}
report({ tables: [{ rows }] });
