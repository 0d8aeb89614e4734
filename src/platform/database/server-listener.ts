import pLimit from 'p-limit';
import { Client } from 'pg';
import { withTimeout } from '../with-timeout.ts';

type Handlers = { readonly onPayload: (payload: string) => void; readonly onGap: () => void };

export type ServerListener = {
  listen: (channel: string, handlers: Handlers) => Promise<() => Promise<void>>;
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  close: () => Promise<void>;
};

export type ListenerTimes = { readonly probeEveryMs: number; readonly answerMs: number };

const usualTimes: ListenerTimes = { probeEveryMs: 15_000, answerMs: 5000 };
/** Application name of the connection that every running server keeps. All versions use this name. */
export const listenerName = 'antinode events';

/** Separates named locks from the other locks of this database; the letters "lock". */
const namedLocks = 0x6c_6f_63_6b;
/**
 * Keepalive settings with which the database detects a lost machine and frees its locks: after ten seconds, then four
 * probes every five.
 */
const keepAlives =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4';

const firstPauseMs = 100;
const longestPauseMs = 5000;

type Connection = {
  readonly listen: (channel: string) => Promise<void>;
  readonly tryLock: (name: string) => Promise<boolean>;
  readonly unlock: (name: string) => Promise<void>;
  readonly end: () => Promise<void>;
};
type ConnectionEvents = {
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called once, unless it was ended. */
  readonly onLost: () => void;
};

/** Opens a connection with a periodic check, since a network can lose one without an error. */
async function openConnection(
  url: string,
  times: ListenerTimes,
  events: ConnectionEvents,
): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    application_name: listenerName,
    connectionTimeoutMillis: times.answerMs,
    keepAlive: true,
  });
  // One query at a time: a client of `pg` will not queue them itself for ever.
  const inTurn = pLimit(1);
  let probe: NodeJS.Timeout | undefined;
  let isOver = false;
  const finish = async () => {
    clearInterval(probe);
    if (isOver) return;
    isOver = true;
    await client.end().catch(() => undefined);
  };
  const lose = () => {
    if (isOver) return;
    void finish();
    events.onLost();
  };
  // Without a handler a lost connection would end the process; the end event is handled instead.
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload = '' }) => events.onNotification(channel, payload));
  await client.connect();
  await client.query(keepAlives);
  client.on('end', lose);
  probe = setInterval(
    () =>
      void withTimeout(
        inTurn(() => client.query('select 1')),
        times.answerMs,
      ).catch(lose),
    times.probeEveryMs,
  );
  probe.unref();
  return {
    listen: async (channel) => {
      await inTurn(() => client.query(`listen "${channel.replaceAll('"', '""')}"`));
    },
    async tryLock(name) {
      const { rows } = await inTurn(() =>
        client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as is_taken', [
          namedLocks,
          name,
        ]),
      );
      return rows[0]?.is_taken ?? false;
    },
    async unlock(name) {
      await inTurn(() => client.query('select pg_advisory_unlock($1, hashtext($2))', [namedLocks, name]));
    },
    end: finish,
  };
}

async function lockOn(connection: Connection | null, name: string): Promise<(() => Promise<void>) | null> {
  if (!(await connection?.tryLock(name))) return null;
  // If the connection is lost, the lock is gone, too.
  return async () => connection?.unlock(name).catch(() => undefined);
}

/**
 * Listens for notifications of a PostgreSQL server. Reconnects after a lost connection, and reports the gap to every
 * subscriber.
 */
export function createServerListener(url: string, times: ListenerTimes = usualTimes): ServerListener {
  const channels = new Map<string, Set<Handlers>>();
  let connecting: Promise<Connection | null> | null = null;
  const closing = new AbortController();
  const { signal } = closing;

  async function connect(): Promise<Connection> {
    let isListening = false;
    const connection = await openConnection(url, times, {
      onNotification(channel, payload) {
        for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
      },
      onLost() {
        if (isListening && !signal.aborted) connecting = reconnect();
      },
    });
    try {
      for (const channel of channels.keys()) await connection.listen(channel);
    } catch (error) {
      await connection.end();
      throw error;
    }
    isListening = true;
    return connection;
  }

  async function reconnect(): Promise<Connection | null> {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const connection = await connect();
        for (const handlers of channels.values()) for (const { onGap } of handlers) onGap();
        return connection;
      } catch {
        await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
    return null;
  }

  return {
    async listen(channel, handlers) {
      const known = channels.get(channel) ?? new Set();
      known.add(handlers);
      channels.set(channel, known);
      const current = (connecting ??= connect());
      try {
        await (await current)?.listen(channel);
      } catch (error) {
        // If the connection was lost in the meantime, its replacement listens to every channel.
        if (connecting === current) throw error;
      }
      return async () => void known.delete(handlers);
    },
    tryLock: async (name) => lockOn(await (connecting ??= connect()), name),
    async close() {
      closing.abort();
      const connection = await connecting?.catch(() => null);
      await connection?.end();
    },
  };
}
