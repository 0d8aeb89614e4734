import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, DatabaseOptions } from './database.ts';
import { copyCluster } from './copy-cluster.ts';
import { forgetDeleted } from './forget-deleted.ts';
import { answersInTime, withQueryDeadline } from './query-deadline.ts';

const checkpointEveryMs = 60_000;
const vacuumEveryMs = 3_600_000;

export type EmbeddedEngine = DatabaseOptions & {
  client: PGlite;
  /** Grows with what is written, so that an idle engine needs no checkpoint. */
  writeCount: () => number;
  hasRoom: () => Promise<boolean>;
  /** Where its files lie; null for one in memory. */
  directory: string | null;
  onClosed: () => void;
};

/**
 * The embedded engine has no background workers: without this its write-ahead log and dead rows grow without end.
 * A checkpoint a minute while something is written, a vacuum an hour.
 */
function startMaintenance(engine: { client: Pick<PGlite, 'exec'>; writeCount: () => number }): {
  /** Does something by statements of its own, between which no vacuum falls: in an open transaction it would fail and end that. */
  hold: <T>(work: () => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
} {
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
  let held = 0;
  const vacuums = setInterval(() => {
    if (held === 0) run('vacuum (analyze)');
  }, vacuumEveryMs);
  checkpoints.unref();
  vacuums.unref();
  return {
    async hold(work) {
      held += 1;
      try {
        await running;
        return await work();
      } finally {
        held -= 1;
      }
    },
    async stop() {
      clearInterval(checkpoints);
      clearInterval(vacuums);
      await running;
    },
  };
}

/** Puts an open PGlite behind the interface that both engines share, and looks after it until it is closed. */
export function embeddedDatabase({
  client,
  writeCount,
  hasRoom,
  directory,
  onClosed,
  ...options
}: EmbeddedEngine): Database {
  const guarded = withQueryDeadline(client, options);
  const maintenance = startMaintenance({ client, writeCount });
  return {
    kind: 'embedded',
    db: drizzle(guarded),
    driver: { kind: 'embedded', client: guarded },
    ready: () => answersInTime(client.query('select 1')),
    hasRoom,
    // There is no other process, and so no connection that could break.
    listen: async (channel, { onPayload }) => {
      const stop = await client.listen(channel, onPayload);
      return () => stop();
    },
    forgetDeleted: () => forgetDeleted(client),
    // The engine works only when it is asked, and while a transaction is open by nobody else.
    copyTo:
      directory === null
        ? null
        : async (folder) => {
            await client.exec('checkpoint');
            await client.transaction(() => copyCluster(directory, folder));
          },
    withMigrationSession: (run) =>
      maintenance.hold(() =>
        run(async (text, parameters) => {
          if (parameters) return (await client.query<Record<string, unknown>>(text, parameters)).rows;
          return (await client.exec(text)).at(-1)?.rows ?? [];
        }),
      ),
    async close() {
      await maintenance.stop();
      await client.close();
      onClosed();
    },
  };
}
