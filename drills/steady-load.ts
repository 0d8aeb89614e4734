import { constants, setPriority } from 'node:os';
import { findProject, launchStudio } from './studio.ts';
import { createWriter, type Write, type WriterKind } from './writers.ts';

export type Steady = {
  readonly minutes: number;
  readonly pages: number;
  readonly stored: number;
  /** How the server ended by itself; null where it did not. */
  readonly ended: string | null;
};

const writers: readonly WriterKind[] = ['form', 'message', 'upload'];
const paths = ['/', '/production', '/portal', '/portal/projects', '/desk', '/desk/leads', '/desk/clients'];

/** Writes to a new studio and reads it for so long, until `end`, or until its server ends by itself. Throws what the server refused. */
export async function loadSteadily(dataDir: string, minutes: number, end: AbortSignal): Promise<Steady> {
  const server = launchStudio({ DATA_DIR: dataDir });
  // It takes what the starts beside it leave of the processors.
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
      // A connection that broke is told of by how the server ended.
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
