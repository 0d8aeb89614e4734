import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#src/platform/http/ports.fixture.ts';
import { look, waitForMails } from './crash-rounds.ts';
import { startGround, type Ends, type Ground, type Incident, type Way } from './drilled-databases.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { hasHaproxy, startServersProxy } from './proxies.ts';
import { allWriters, createTraffic, openEventPages, shortWriters, type Failure } from './servers-traffic.ts';
import { repeatedMails } from './stored.ts';
import { findProject, launchStudio, type ReadyStudio, type RunningStudio } from './studio.ts';

const drainSeconds = 5;
/** An open page receives an event at least every twenty seconds. */
const longestCatchUpMs = 30_000;

/** The short form replaces one server, injects no other failure and runs no long upload. */
export type Form = 'whole' | 'short';

/** Servers on these ports; each can be killed or stopped, and started again. */
function createServers(ports: readonly number[], env: Record<string, string>) {
  const running = new Map<number, RunningStudio>();
  return {
    ports,
    start: (port: number): Promise<ReadyStudio> => {
      const server = launchStudio({ ...env, PORT: String(port), DRAIN_SECONDS: String(drainSeconds) });
      running.set(port, server);
      return server.ready();
    },
    kill: async (port: number) => running.get(port)?.kill(),
    stop: async (port: number) => running.get(port)?.stop(),
    killAll: async () => {
      for (const server of running.values()) await server.kill();
    },
  };
}

type Servers = ReturnType<typeof createServers>;

type Step = Omit<Incident, 'mayFail'> & { readonly mayFail: Incident['mayFail'] | 'nothing' };

/** Stops a server and starts it again, then the next one. */
const replace = ({ start, stop }: Servers, ports: readonly number[]): Step => ({
  name: 'all were replaced one by one',
  mayFail: 'nothing',
  run: async () => {
    for (const port of ports) {
      await stop(port);
      // A ready server answers 200 on /readyz; HAProxy may detect that later.
      await start(port);
    }
  },
});

/** A failure during use of the servers. */
const stepsOf = (servers: Servers, { incidents }: Ground): readonly Step[] => [
  {
    name: 'one was killed and started',
    mayFail: 'everything',
    run: async () => {
      const [first = 0] = servers.ports;
      await servers.kill(first);
      await wait(2000);
      await servers.start(first);
    },
  },
  replace(servers, servers.ports),
  ...incidents,
];

const mayFailAt: Record<Step['mayFail'], (failure: Failure) => boolean> = {
  everything: () => true,
  uploads: ({ what }) => what === 'upload' || what === 'long upload',
  nothing: () => false,
};

type StepReport = {
  readonly name: string;
  readonly asked: number;
  /** The requests without a response, or with an error. */
  readonly failed: readonly Failure[];
  /** Failures that are not allowed. */
  readonly unexpected: readonly Failure[];
  readonly longestPauseMs: number;
  /** Whether all kinds of writes are accepted again. */
  readonly isUsableAgain: boolean;
  readonly pagesBehind: number;
};

/** The servers' address, and the server that accepts their email. */
type Place = { readonly studio: ReadyStudio; readonly mail: MailServer };

async function drill(servers: Servers, ground: Ground, { studio, mail }: Place, form: Form) {
  const project = await findProject(studio);
  const pages = await openEventPages(studio);
  const traffic = createTraffic(studio, project, form === 'short' ? shortWriters : allWriters);
  const happens = form === 'short' ? [replace(servers, servers.ports.slice(0, 1))] : stepsOf(servers, ground);
  const steps: StepReport[] = [];
  async function disturb(): Promise<void> {
    await traffic.untilAllAgain();
    for (const { name, mayFail, run } of happens) {
      traffic.take();
      await run();
      const isUsableAgain = await traffic.untilAllAgain();
      const found = traffic.take();
      steps.push({
        name,
        isUsableAgain,
        ...found,
        unexpected: found.failed.filter((failure) => !mayFailAt[mayFail](failure)),
        pagesBehind: await pages.behind(longestCatchUpMs),
      });
    }
  }
  const disturbing = disturb();
  try {
    // The traffic throws if a server refuses a request.
    await Promise.race([disturbing, traffic.working]);
    await traffic.stop();
    const { lost, twice } = await look(studio, project, traffic.writes, new Set());
    const mailsMissing = await waitForMails(mail, traffic.writes);
    const { sameId, otherId } = repeatedMails(mail.arrived);
    return {
      steps,
      acknowledged: traffic.countAcknowledged(),
      sentAgain: traffic.writes.filter(({ tries }) => tries > 1).length,
      lost: lost.length,
      storedTwice: twice.length,
      mails: mail.arrived.length,
      mailsAgain: sameId,
      mailsOtherId: otherId,
      mailsMissing,
      ...pages.counts,
    };
  } finally {
    await Promise.allSettled([traffic.stop(), pages.close(), disturbing]);
  }
}

/**
 * Runs servers behind HAProxy on this infrastructure and injects failures during use. Returns null if programs are
 * missing.
 */
export async function drillServers(count: number, way: Way, form: Form = 'whole') {
  if (!hasHaproxy()) return null;
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-servers-'));
  // PostgreSQL does not run as root.
  chmodSync(scratch, 0o755);
  const mail = await startMailServer();
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: count + 1 }, freePort));
  const ends: Ends = [mail.close];
  try {
    const ground = await startGround(scratch, way, ends);
    if (!ground) return null;
    const servers = createServers(ports, {
      ...ground.env,
      DATA_DIR: join(scratch, 'data'),
      SECRET: 'c0ffee5eed1234567890abcdefABCDEF',
      SMTP_URL: mail.url,
      TEAM_INBOX: 'team@studio.example',
      TEAM_MAILS_AN_HOUR: '999999',
    });
    ends.push(servers.killAll);
    const studios: ReadyStudio[] = [];
    for (const one of ports) studios.push(await servers.start(one));
    ends.push(await startServersProxy(scratch, port, ports));
    const [first] = studios;
    if (!first) throw new Error('At least one server is drilled');
    const studio = { ...first, address: `http://127.0.0.1:${port}` };
    return await drill(servers, ground, { studio, mail }, form);
  } finally {
    for (const end of ends.toReversed()) await end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

export type ServersReport = NonNullable<Awaited<ReturnType<typeof drillServers>>>;
