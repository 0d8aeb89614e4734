import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, DatabaseOptions } from './database.ts';
import { startMaintenance } from './maintenance.ts';
import { within, withQueryDeadline } from './query-deadline.ts';

const readyMs = 2000;

export type EmbeddedEngine = DatabaseOptions & {
  client: PGlite;
  /** Grows with what is written, so that an idle engine needs no checkpoint. */
  writeCount: () => number;
  hasRoom: () => Promise<boolean>;
  onClosed: () => void;
};

/** Puts an open PGlite behind the interface that both engines share, and looks after it until it is closed. */
export function embeddedDatabase({
  client,
  writeCount,
  hasRoom,
  onClosed,
  ...options
}: EmbeddedEngine): Database {
  const guarded = withQueryDeadline(client, options);
  const maintenance = startMaintenance({ client, writeCount });
  return {
    kind: 'embedded',
    db: drizzle(guarded),
    driver: { kind: 'embedded', client: guarded },
    ready: () =>
      within(client.query('select 1'), readyMs).then(
        () => true,
        () => false,
      ),
    hasRoom,
    // There is no other process, and so no connection that could break.
    listen: async (channel, { onPayload }) => {
      const stop = await client.listen(channel, onPayload);
      return () => stop();
    },
    withMigrationSession: (run) =>
      run(async (text, parameters) => {
        if (parameters) return (await client.query<Record<string, unknown>>(text, parameters)).rows;
        return (await client.exec(text)).at(-1)?.rows ?? [];
      }),
    async close() {
      await maintenance.stop();
      await client.close();
      onClosed();
    },
  };
}
