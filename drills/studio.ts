import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuTicksOf } from '../bench/cpu-ticks.ts';
import { postOfPrintedLink } from '../tests/harness/printed-link.ts';
import { spawnServer } from '../tests/harness/spawn-server.ts';

/** Aborted when the drill is stopped: it completes the current work and reports the findings so far. */
export function endOfDrill(): AbortSignal {
  const end = new AbortController();
  process.once('SIGTERM', () => {
    end.abort();
  });
  return end.signal;
}

const lineOf = (printed: string, label: string) =>
  new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';

/** How long the first thread of a process was ready to run without a CPU, in ms. */
function waitedMsOf(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}

/** Starts the built server with these variables; it may be killed at any time. */
export function launchStudio(env: Record<string, string>) {
  const startedMs = performance.now();
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1,::1', ...env });
  const { pid = 0 } = server.process;

  async function signIn(link: string): Promise<string> {
    const answer = await fetch(postOfPrintedLink(link), { method: 'POST', redirect: 'manual' });
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }

  return {
    pid,
    exited: server.exited,
    output: server.output,
    /** Waits until it is ready, and signs the team and a client in. */
    async ready() {
      const printed = await server.says('Data ');
      const address = lineOf(printed, 'Site');
      while (!(await fetch(new URL('/readyz', address))).ok) await wait(20);
      const wallMs = performance.now() - startedMs;
      // Independent of other load: the CPU time of parallel threads can exceed the elapsed time, and the time for which
      // the first thread waited for a CPU is excluded.
      const took = { ownMs: Math.min(cpuTicksOf(pid) * 10, wallMs - waitedMsOf(pid)), wallMs };
      const team = await signIn(lineOf(printed, 'Team desk'));
      const client = await signIn(lineOf(printed, 'Client portal'));
      return { address, team, client, took };
    },
    async kill() {
      server.process.kill('SIGKILL');
      await server.exited;
    },
    async stop() {
      server.process.kill('SIGTERM');
      await server.exited;
    },
  };
}

export type RunningStudio = ReturnType<typeof launchStudio>;
export type ReadyStudio = Awaited<ReturnType<RunningStudio['ready']>>;

/** The ids of the signed-in client and of one of its projects. */
export async function findProject({ address, team, client }: ReadyStudio) {
  const ask = async (path: string, cookie: string) =>
    (await fetch(new URL(path, address), { headers: { cookie } })).text();
  const idsIn = (page: string, folder: string) =>
    [...page.matchAll(new RegExp(`${folder}/([\\da-f-]{36})`, 'g'))].map(([, id = '']) => id);
  const [projectId = ''] = idsIn(await ask('/portal/projects', client), '/portal/projects');
  for (const clientId of new Set(idsIn(await ask('/desk/clients', team), '/desk/clients'))) {
    const everything = await ask(`/desk/clients/${clientId}/export.json`, team);
    const { projects } = JSON.parse(everything) as { projects: { id: string }[] };
    if (projects.some(({ id }) => id === projectId)) return { projectId, clientId };
  }
  throw new Error('The sample studio has no project of its client');
}

export type Project = Awaited<ReturnType<typeof findProject>>;
