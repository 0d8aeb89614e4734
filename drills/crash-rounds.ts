import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer, type MailServer } from './mail-server.ts';
import { startKillablePostgres, type KillablePostgres } from './postgres.ts';
import { isWhole, readStored, repeatedMails, rowsOf } from './stored.ts';
import { findProject, launchStudio, type Project, type ReadyStudio, type RunningStudio } from './studio.ts';
import { createWriter, type Write, type WriteKind } from './writers.ts';

/** The server's own time until it is ready again. */
export const longestStartMs = 5000;
const longestLifeMs = 1000;
/** The longest gap between emails while some are pending: longer than a failed email waits for its second try. */
const longestSilenceMs = 90_000;
const writerKinds = ['form', 'form', 'message', 'upload'] as const;

type Setting = {
  /** Every server that was started, so that all of them are stopped in the end. */
  readonly launched: Set<RunningStudio>;
  readonly env: Record<string, string>;
  readonly postgres: KillablePostgres | null;
  readonly random: () => number;
};

type Rounds = { readonly rounds: number; readonly end: AbortSignal };
type Running = { server: RunningStudio; studio: ReadyStudio };
type Tally = { databaseKills: number; killsWhileStarting: number; ownMs: number[]; wallMs: number[] };

/** Starts the studio; occasionally kills it before it is ready and starts it again. */
async function startAgain(
  { env, random, launched }: Setting,
  tally: Tally,
  mayDie: boolean,
): Promise<Running> {
  if (mayDie && random() < 0.2) {
    const early = launchStudio(env);
    launched.add(early);
    // It exits before it is ready.
    const never = early.ready().catch(() => null);
    await wait(50 + random() * 1500);
    await early.kill();
    await never;
    tally.killsWhileStarting += 1;
  }
  const server = launchStudio(env);
  launched.add(server);
  const studio = await server.ready();
  tally.ownMs.push(studio.took.ownMs);
  tally.wallMs.push(studio.took.wallMs);
  return { server, studio };
}

/** Kills the server, the database, or one after the other. */
async function killOne({ postgres, random }: Setting, server: RunningStudio, tally: Tally) {
  const which = postgres === null ? 0 : random();
  if (postgres && which > 0.5) {
    await postgres.kill();
    tally.databaseKills += 1;
    // The server runs without its database for a while.
    if (which > 0.75) await wait(random() * 500);
  }
  if (postgres && which > 0.75) {
    await postgres.start();
    await wait(random() * 1000);
  }
  await server.kill();
  if (postgres && which > 0.5 && which <= 0.75) await postgres.start();
}

/** Returns the writes that are lost and those that are duplicated. */
export async function look(
  studio: ReadyStudio,
  project: Project,
  writes: readonly Write[],
  checked: Set<Write>,
) {
  const stored = await readStored(studio, project);
  const lost = writes.filter((write) => write.isAcknowledged && rowsOf(stored, write).includes(0));
  const twice = writes.filter((write) => rowsOf(stored, write).some((rows) => rows > 1));
  for (const write of writes) {
    if (write.kind !== 'upload' || !write.isAcknowledged || checked.has(write)) continue;
    checked.add(write);
    if (!lost.includes(write) && !(await isWhole(studio, write, stored))) lost.push(write);
  }
  return { lost, twice };
}

/**
 * Waits, while emails keep arriving, until every acknowledged form has been emailed to the team. Returns the number
 * missing.
 */
export async function waitForMails(mail: MailServer, writes: readonly Write[]): Promise<number> {
  const forms = writes.filter(({ kind, isAcknowledged }) => kind === 'form' && isAcknowledged);
  let [arrived, sinceMs] = [mail.arrived.length, performance.now()];
  for (;;) {
    if (mail.arrived.length > arrived) [arrived, sinceMs] = [mail.arrived.length, performance.now()];
    const ids = mail.arrived.flatMap(({ to, messageId }) => (to.startsWith('team@') ? [messageId] : []));
    const mailed = new Set(ids.map((id) => id.slice(0, 36)));
    const missing = forms.filter(({ mark }) => !mailed.has(mark)).length;
    if (missing === 0 || performance.now() > sinceMs + longestSilenceMs) return missing;
    await wait(100);
  }
}

/**
 * Waits for a random time: usually until every kind of write has been acknowledged again, or the crash would always hit
 * the first kind.
 */
async function untilBusy(writes: readonly Write[], { random }: Setting, signal: AbortSignal): Promise<void> {
  const before = countAcknowledged(writes);
  const isAgain = () => {
    const now = countAcknowledged(writes);
    return now.form > before.form && now.message > before.message && now.upload > before.upload;
  };
  if (random() < 0.8) while (!isAgain() && !signal.aborted) await wait(10);
  await wait(random() * longestLifeMs);
}

export const countByKind = (writes: readonly Write[]): Record<WriteKind, number> => {
  const counts = { form: 0, message: 0, upload: 0, approval: 0 };
  for (const { kind } of writes) counts[kind] += 1;
  return counts;
};

const countAcknowledged = (writes: readonly Write[]) =>
  countByKind(writes.filter(({ isAcknowledged }) => isAcknowledged));

type Findings = {
  readonly tally: Tally;
  readonly writes: readonly Write[];
  readonly lost: ReadonlySet<Write>;
  readonly twice: ReadonlySet<Write>;
  readonly mailsMissing: number;
};

function reportOf(rounds: number, { tally, writes, lost, twice, mailsMissing }: Findings, mail: MailServer) {
  const { sameId, otherId } = repeatedMails(mail.arrived);
  const acknowledged = writes.filter(({ isAcknowledged }) => isAcknowledged);
  const countOf = (sentence: string, count: number) => (count > 0 ? [`${sentence}: ${count}`] : []);
  return {
    rounds,
    ...tally,
    acknowledged: countByKind(acknowledged),
    sentAgain: writes.filter(({ tries }) => tries > 1).length,
    lost: lost.size,
    storedTwice: twice.size,
    mails: mail.arrived.length,
    mailsAgain: sameId,
    mailsOtherId: otherId,
    mailsMissing,
    /** One sentence for each broken promise. */
    broken: [
      ...[...lost].map(({ kind, mark }) => `acknowledged and lost: ${kind} ${mark}`),
      ...[...twice].map(({ kind, mark }) => `stored twice: ${kind} ${mark}`),
      ...countOf('sent twice under different Message-IDs', otherId),
      ...countOf('forms that were not mailed to the team', mailsMissing),
      ...(acknowledged.length === 0 ? ['nothing was acknowledged'] : []),
    ],
  };
}

export type CrashReport = ReturnType<typeof reportOf>;

async function runRounds(setting: Setting, { rounds, end }: Rounds, mail: MailServer): Promise<CrashReport> {
  const tally: Tally = { databaseKills: 0, killsWhileStarting: 0, ownMs: [], wallMs: [] };
  const writes: Write[] = [];
  const [lost, twice, checked] = [new Set<Write>(), new Set<Write>(), new Set<Write>()];
  const writers = writerKinds.map((kind) => createWriter(kind, writes));
  // The first start creates the studio; the starts after a crash are measured.
  let { server, studio } = await startAgain(setting, { ...tally, ownMs: [], wallMs: [] }, false);
  const project = await findProject(studio);
  let round = 0;
  for (; round < rounds && !end.aborted; round += 1) {
    const killed = new AbortController();
    const writing = Promise.all(writers.map((write) => write({ studio, project }, killed.signal)));
    try {
      await Promise.race([writing, untilBusy(writes, setting, killed.signal)]);
      await killOne(setting, server, tally);
    } finally {
      killed.abort();
      // Throws if the server refused a write.
      await writing;
    }
    ({ server, studio } = await startAgain(setting, tally, true));
    const seen = await look(studio, project, writes, checked);
    for (const write of seen.lost) lost.add(write);
    for (const write of seen.twice) twice.add(write);
    if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${lost.size} lost, ${twice.size} twice`);
  }
  const mailsMissing = await waitForMails(mail, writes);
  await server.stop();
  return reportOf(round, { tally, writes, lost, twice, mailsMissing }, mail);
}

/**
 * Kills the built server repeatedly while it receives writes, with the embedded database or with PostgreSQL, which is
 * killed too. `prepare` fills the data folder; no further round begins once `end` is aborted. Returns null if
 * PostgreSQL is not installed.
 */
export async function drillCrash(
  rounds: number,
  {
    isOnPostgres = false,
    end = new AbortController().signal,
    prepare,
  }: { isOnPostgres?: boolean; end?: AbortSignal; prepare?: (dataDir: string) => void } = {},
): Promise<CrashReport | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-crash-'));
  // PostgreSQL does not run as root.
  chmodSync(scratch, 0o755);
  const mail = await startMailServer();
  const postgres = isOnPostgres ? await startKillablePostgres(scratch) : null;
  const launched = new Set<RunningStudio>();
  try {
    if (isOnPostgres && !postgres) return null;
    const dataDir = join(scratch, 'data');
    prepare?.(dataDir);
    const env = {
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      TEAM_INBOX: 'team@studio.example',
      TEAM_MAILS_AN_HOUR: '999999',
      ...(postgres && { DATABASE_URL: postgres.url }),
    };
    return await runRounds({ launched, env, postgres, random: Math.random }, { rounds, end }, mail);
  } finally {
    for (const server of launched) await server.kill();
    await postgres?.kill();
    await mail.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
