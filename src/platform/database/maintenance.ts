import type { PGlite } from '@electric-sql/pglite';

const checkpointEveryMs = 60_000;
const vacuumEveryMs = 3_600_000;

export type Maintenance = { stop: () => Promise<void> };

/**
 * The embedded engine has no background workers: without this its write-ahead log and dead rows grow without end.
 * A checkpoint a minute while something is written, a vacuum an hour.
 */
export function startMaintenance(engine: {
  client: Pick<PGlite, 'exec'>;
  writeCount: () => number;
}): Maintenance {
  let seenWrites = engine.writeCount();
  let running: Promise<unknown> = Promise.resolve();
  // A failure here shows in the next query's own error; the next round tries again.
  const run = (statement: string) => {
    running = running.then(() => engine.client.exec(statement)).catch(() => undefined);
  };
  const checkpoints = setInterval(() => {
    if (engine.writeCount() === seenWrites) return;
    seenWrites = engine.writeCount();
    run('checkpoint');
  }, checkpointEveryMs);
  const vacuums = setInterval(() => run('vacuum (analyze)'), vacuumEveryMs);
  checkpoints.unref();
  vacuums.unref();
  return {
    async stop() {
      clearInterval(checkpoints);
      clearInterval(vacuums);
      await running;
    },
  };
}
