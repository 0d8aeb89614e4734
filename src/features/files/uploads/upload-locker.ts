import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, MemoryLocker, type Locker } from '@tus/server';
import { sql } from 'drizzle-orm';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The database channel on which a process requests an upload that another one holds. */
const channel = 'upload_wanted';
const askEveryMs = 100;
const usualPatienceMs = 30_000;

export type UploadLocker = Locker & {
  /** Ends the requests that write to uploads in this process, each with its upload's offset. */
  readonly giveWay: () => void;
};

type Held = { release: () => Promise<void>; readonly giveWay: () => Promise<void> | void };

/** Acquires an upload's lock after notifying its holder. Throws if the holder does not yield. */
async function takeFromOthers(
  { db, tryLock }: Pick<Database, 'db' | 'tryLock'>,
  id: string,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<() => Promise<void>> {
  const endMs = performance.now() + patienceMs;
  for (let asked = 0; performance.now() < endMs && !signal.aborted; asked += 1) {
    // The lock connection may be reconnecting; an unreachable database is reported by the notification below.
    const release = await tryLock(`upload ${id}`).catch(() => null);
    if (release) return release;
    // Repeated once a second, since the holder may have only just acquired the lock.
    if (asked % 10 === 0) await db.execute(sql`select pg_notify(${channel}, ${id})`);
    await wait(askEveryMs);
  }
  throw ERRORS.ERR_LOCK_TIMEOUT;
}

/**
 * Locks uploads across processes: one request writes to an upload at a time. A new request ends an earlier one, whose
 * client may have disconnected.
 */
export async function createUploadLocker(
  { database, log }: Pick<Services, 'database' | 'log'>,
  patienceMs = usualPatienceMs,
): Promise<UploadLocker> {
  // The lock within this process; at most one of its requests per upload waits for the database lock.
  const own = new MemoryLocker({ acquireLockTimeout: patienceMs });
  const held = new Map<string, Held>();

  /** Reacquires a lock lost with the connection, unless another process acquired it first. */
  async function takeAgain(id: string, lock: Held): Promise<void> {
    const release = await database.tryLock(`upload ${id}`);
    if (!release) await lock.giveWay();
    else if (held.get(id) === lock) lock.release = release;
    else await release();
  }

  await database.listen(channel, {
    onPayload: (id) => void held.get(id)?.giveWay(),
    onGap() {
      for (const [id, lock] of held)
        takeAgain(id, lock).catch((error: Error) => log.warn('an upload lost its lock', { error }));
    },
  });

  return {
    giveWay() {
      for (const lock of held.values()) void lock.giveWay();
    },
    newLock(id) {
      const inProcess = own.newLock(id);
      return {
        async lock(signal, giveWay) {
          await inProcess.lock(signal, giveWay);
          try {
            const release = await takeFromOthers(database, id, { signal, patienceMs });
            held.set(id, { release, giveWay });
          } catch (error) {
            await inProcess.unlock();
            throw error;
          }
        },
        async unlock() {
          const lock = held.get(id);
          held.delete(id);
          await lock?.release();
          await inProcess.unlock();
        },
      };
    },
  };
}
