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
  /** Ends the requests that write to uploads in this process, each with the answer how far its upload is. */
  readonly giveWay: () => void;
};

type Held = { release: () => Promise<void>; readonly giveWay: () => Promise<void> | void };

/** Acquires an upload's lock; its holder is notified and yields. Throws if it does not. */
async function takeFromOthers(
  { db, tryLock }: Pick<Database, 'db' | 'tryLock'>,
  id: string,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<() => Promise<void>> {
  const endMs = performance.now() + patienceMs;
  for (let asked = 0; performance.now() < endMs && !signal.aborted; asked += 1) {
    // The connection that holds locks may just be replaced by another; a database that is away is told of by the notification below.
    const release = await tryLock(`upload ${id}`).catch(() => null);
    if (release) return release;
    // Asked once a second, since the holder may only just have got the lock.
    if (asked % 10 === 0) await db.execute(sql`select pg_notify(${channel}, ${id})`);
    await wait(askEveryMs);
  }
  throw ERRORS.ERR_LOCK_TIMEOUT;
}

/**
 * Locks uploads across processes: one request writes to an upload at a time. A new request ends an earlier one, whose
 * client may be long gone.
 */
export async function createUploadLocker(
  { database, log }: Pick<Services, 'database' | 'log'>,
  patienceMs = usualPatienceMs,
): Promise<UploadLocker> {
  // Within this process; behind it stands at most one request of this process for each upload.
  const own = new MemoryLocker({ acquireLockTimeout: patienceMs });
  const held = new Map<string, Held>();

  /** Takes a lock again that was lost with the connection; where another process was quicker, the upload is theirs. */
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
