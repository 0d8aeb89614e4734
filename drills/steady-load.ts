import { constants, setPriority } from 'node:os';
import { findProject, launchStudio } from './studio.ts';
import { createWriter, type Write, type WriterKind } from './writers.ts';

export type Steady = {
  readonly minutes: number;
  readonly pages: number;
  readonly stored: number;
  /** How the server exited by itself; null if it did not. */
  readonly ended: string | null;
};

const writers: readonly WriterKind[] = ['form', 'message', 'upload'];
const paths = ['/', '/production', '/portal', '/portal/projects', '/desk', '/desk/leads', '/desk/clients'];

/**
 * Writes to a new studio and reads it for this long, until `end`, or until its server exits by itself. Throws if the
 * server refuses a request.
 */
export async function loadSteadily(dataDir: string, minutes: number, end: AbortSignal): Promise<Steady> {
  const server = launchStudio({ DATA_DIR: dataDir });
  // It uses the CPU time that the parallel starts leave.
  setPriority(server.pid, constants.priority.PRIORITY_LOW);
  const studio = await server.ready();
  const project = await findProject(studio);
  const isOver = AbortSignal.timeout(minutes * 60_000);
  const fell = new AbortController();
  void server.exited.then(() => fell.abort());
  const signal = AbortSignal.any([isOver, end, fell.signal]);
  const all: Write[] = [];
  const startedMs = performance.now();
  let pages = 0;

  async function read(cookie: string): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const page = new URL(paths[turn % paths.length] ?? '/', studio.address);
      // A broken connection is reported by the server's exit.
      const answer = await fetch(page, { headers: { cookie } }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.ok) pages += 1;
    }
  }

  const writing = writers.map((kind) => createWriter(kind, all)({ studio, project }, signal));
  await Promise.all([...writing, read(studio.team), read(studio.client)]);
  const took = (performance.now() - startedMs) / 60_000;
  const ended = fell.signal.aborted
    ? `under load, after ${took.toFixed(1)} minutes\n${server.output().trim().split('\n').slice(-12).join('\n')}`
    : null;
  await server.stop();
  const stored = all.filter(({ isAcknowledged }) => isAcknowledged).length;
  return { minutes: Math.round(took), pages, stored, ended };
}
