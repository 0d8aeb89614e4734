import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compareStore, leaveUpload, namesIn } from './left-behind.ts';
import { startMailServer } from './mail-server.ts';
import { fillDisk, mountDisk } from './small-disk.ts';
import { isWhole, readPages, readStored, rowsOf } from './stored.ts';
import { findProject, launchStudio, type Project, type ReadyStudio, type RunningStudio } from './studio.ts';
import { createWriter, type Heard, type Write } from './writers.ts';

/** The longest time until writes are accepted again once there is space. */
export const longestHealMs = 10_000;
/** How the disk fills up: at once, in small steps, or before a server starts. */
const ways = ['at once', 'slowly', 'and the server is killed'] as const;
type Way = (typeof ways)[number];
const writerKinds = ['form', 'form', 'message', 'upload'] as const;

const isClear = ({ kind, status }: Heard) =>
  status !== null && (status < 400 || status === 503 || (kind === 'upload' && status === 507));

type Setting = {
  readonly disk: string;
  readonly env: Record<string, string>;
  readonly launched: Set<RunningStudio>;
  /** How long the disk stays full each time. */
  readonly fullForMs: number;
  readonly log: (line: string) => void;
};

type Running = { readonly server: RunningStudio; readonly studio: ReadyStudio };

async function start({ env, launched }: Setting): Promise<Running> {
  const server = launchStudio(env);
  launched.add(server);
  return { server, studio: await server.ready() };
}

/** Restarts the server as `npm start` does after a crash; counts the servers that exit before they are ready. */
async function startWhatever(setting: Setting, onFall: (why: unknown) => void): Promise<Running> {
  for (;;) {
    try {
      return await start(setting);
    } catch (error) {
      onFall(error);
      await wait(500);
    }
  }
}

type Tally = {
  falls: number;
  unclear: string[];
  readonly whileFull: Map<string, number>;
  pagesWhileFull: number;
  pagesFailed: string[];
  /**
   * Time of each recovery until all writes were accepted again; null if none were within three times the promised time.
   */
  readonly healMs: (number | null)[];
};

/** Waits until every kind of write is acknowledged again; false if one is not within three times the promised time. */
async function untilHealed(writes: readonly Write[], signal: AbortSignal): Promise<boolean> {
  const since = performance.now();
  const count = (kind: string) =>
    writes.filter((write) => write.kind === kind && write.isAcknowledged).length;
  const kinds = ['form', 'message', 'upload', 'approval'];
  const before = kinds.map(count);
  const isAgain = () => kinds.every((kind, at) => count(kind) > (before[at] ?? 0));
  while (!isAgain() && !signal.aborted && performance.now() - since < longestHealMs * 3) await wait(20);
  return isAgain();
}

type Studio = { running: Running; readonly project: Project; readonly writes: Write[] };

async function readFor(ms: number, where: Parameters<typeof readPages>[0], tally: Tally): Promise<void> {
  const end = new AbortController();
  const reading = readPages(where, end.signal, (path, status) => {
    tally.pagesWhileFull += 1;
    if (status !== 200) tally.pagesFailed.push(`${path}: ${status ?? 'no answer'}`);
  });
  await wait(ms);
  end.abort();
  await reading;
}

async function fillOnce(setting: Setting, studio: Studio, way: Way, tally: Tally): Promise<void> {
  const { project, writes } = studio;
  const end = new AbortController();
  const where: { studio: ReadyStudio; project: Project; hear: (heard: Heard) => void } = {
    studio: studio.running.studio,
    project,
    hear(heard) {
      if (!isFull) return;
      const key = `${heard.kind} ${heard.status ?? 'no answer'}`;
      tally.whileFull.set(key, (tally.whileFull.get(key) ?? 0) + 1);
      if (!isClear(heard) && way !== 'and the server is killed') tally.unclear.push(key);
    },
  };
  let isFull = false;
  const onFall = (why: unknown) => {
    tally.falls += 1;
    setting.log(`the server fell: ${String(why).slice(-2000)}`);
  };
  const writers = writerKinds.map((kind) => createWriter(kind, writes));
  const writing = Promise.all(writers.map((write) => write(where, end.signal)));
  const watching = new AbortController();
  try {
    await Promise.race([writing, untilHealed(writes, end.signal)]);
    const makeRoom = await fillDisk(setting.disk, way === 'slowly');
    isFull = true;
    let fell = false;
    void studio.running.server.exited.then(() => (fell = true));
    let restarting: Promise<Running> | null = null;
    if (way === 'and the server is killed') {
      await studio.running.server.kill();
      restarting = startWhatever(setting, onFall);
      await wait(setting.fullForMs);
    } else {
      await readFor(setting.fullForMs, { studio: studio.running.studio, project }, tally);
      if (fell) {
        onFall(studio.running.server.output());
        restarting = startWhatever(setting, onFall);
      }
    }
    isFull = false;
    makeRoom();
    const since = performance.now();
    if (restarting) {
      studio.running = await restarting;
      where.studio = studio.running.studio;
    }
    const isHealed = await untilHealed(writes, watching.signal);
    tally.healMs.push(isHealed ? performance.now() - since : null);
  } finally {
    end.abort();
    watching.abort();
    await writing;
  }
}

type Found = Awaited<ReturnType<typeof compareStore>> & {
  readonly lost: number;
  readonly storedTwice: number;
  readonly halfLeft: number;
};

/** The results on which a run is judged. */
export type Seen = Tally & Found & { readonly acknowledged: number };

/** One sentence for each broken promise, and for everything that was not tested. */
export const brokenOf = (seen: Seen): string[] => [
  ...(seen.healMs.length > 0 ? [] : ['the disk was never full']),
  ...(seen.acknowledged > 0 ? [] : ['nothing was acknowledged']),
  ...(seen.whileFull.size > 0 ? [] : ['nothing was written while the disk was full']),
  ...Object.entries({
    'times that writes were not taken again': seen.healMs.filter((ms) => ms === null).length,
    'acknowledged and lost': seen.lost,
    'stored twice': seen.storedTwice,
    'refused without saying so clearly': seen.unclear.length,
    'pages that failed': seen.pagesFailed.length,
    'times the server fell': seen.falls,
    'parts of an old unfinished upload left': seen.halfLeft,
    'stored bytes that no row names': seen.unnamed,
    'rows whose bytes are gone': seen.missing,
  }).flatMap(([sentence, count]) => (count > 0 ? [`${sentence}: ${count}`] : [])),
];

/** The same for slow recoveries: checked only by the command, as the speed of a machine must not decide a test. */
export const slowIn = ({ healMs }: Pick<Seen, 'healMs'>): string[] => {
  const slow = healMs.filter((ms) => ms !== null && ms > longestHealMs).length;
  return slow > 0 ? [`times that writes were taken again after more than ${longestHealMs} ms: ${slow}`] : [];
};

async function runRounds(setting: Setting, rounds: number, dataDir: string) {
  const tally: Tally = {
    falls: 0,
    unclear: [],
    whileFull: new Map(),
    pagesWhileFull: 0,
    pagesFailed: [],
    healMs: [],
  };
  const running = await start(setting);
  const studio: Studio = { running, project: await findProject(running.studio), writes: [] };
  for (let round = 0; round < rounds; round += 1)
    await fillOnce(setting, studio, ways[round % ways.length] ?? 'at once', tally);
  const { writes, project } = studio;
  const stored = await readStored(studio.running.studio, project);
  const lost = writes.filter((write) => write.isAcknowledged && rowsOf(stored, write).includes(0));
  for (const write of writes)
    if (write.kind === 'upload' && write.isAcknowledged && !lost.includes(write))
      if (!(await isWhole(studio.running.studio, write, stored))) lost.push(write);
  const twice = writes.filter((write) => rowsOf(stored, write).some((rows) => rows > 1));
  const left = await leaveUpload({ studio: studio.running.studio, project }, dataDir);
  await studio.running.server.stop();
  // Cleanup runs at the start and then once an hour.
  studio.running = await start(setting);
  const halfLeft = namesIn(dataDir, 'uploads').filter((name) => name.startsWith(left)).length;
  await studio.running.server.stop();
  const found = { lost: lost.length, storedTwice: twice.length, halfLeft, ...(await compareStore(dataDir)) };
  const acknowledged = writes.filter(({ isAcknowledged }) => isAcknowledged).length;
  const seen = { ...tally, ...found, acknowledged };
  return { ...seen, broken: brokenOf(seen) };
}

/** Fills the disk of the built server, which runs on its embedded database, repeatedly during reads and writes. */
export async function drillFullDisk(
  rounds: number,
  {
    fullForMs,
    prepare,
    log = () => undefined,
  }: { fullForMs: number; prepare?: (dataDir: string) => void; log?: (line: string) => void },
) {
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-disk-'));
  const disk = join(scratch, 'disk');
  const launched = new Set<RunningStudio>();
  mountDisk(disk);
  const mail = await startMailServer();
  try {
    const dataDir = join(disk, 'data');
    prepare?.(dataDir);
    const env = {
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      TEAM_INBOX: 'team@studio.example',
      TEAM_MAILS_AN_HOUR: '999999',
    };
    return await runRounds({ disk, env, launched, fullForMs, log }, rounds, dataDir);
  } finally {
    for (const server of launched) await server.kill();
    await mail.close();
    execFileSync('umount', ['--lazy', disk]);
    rmSync(scratch, { recursive: true, force: true });
  }
}
