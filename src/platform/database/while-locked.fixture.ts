import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Db } from './database.ts';

/**
 * Runs `act` while another transaction has locked these rows, and fails if it waits for them. On the embedded engine,
 * which runs transactions one after the other, it runs afterwards.
 */
export async function whileLocked<T>(
  { kind, db }: Pick<Database, 'kind' | 'db'>,
  lock: (tx: Db) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const { begun } = await db.transaction(async (tx) => {
    await lock(tx);
    const doing = act();
    if (kind === 'embedded') return { begun: doing };
    const late = wait(15_000, null, { ref: false }).then(() => {
      throw new Error('It waits for what was locked');
    });
    await Promise.race([doing, late]);
    return { begun: doing };
  });
  return begun;
}
