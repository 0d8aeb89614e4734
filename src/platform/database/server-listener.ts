import { Client } from 'pg';
import { within } from './query-deadline.ts';

type Handlers = { readonly onPayload: (payload: string) => void; readonly onGap: () => void };

export type ServerListener = {
  listen: (channel: string, handlers: Handlers) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

export type ListenerTimes = { readonly probeEveryMs: number; readonly answerMs: number };

const usualTimes: ListenerTimes = { probeEveryMs: 15_000, answerMs: 5000 };
const firstPauseMs = 100;
const longestPauseMs = 5000;

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

/**
 * One connection that hears the notifications of a PostgreSQL server. It is asked now and then whether it still lives, because
 * a network can swallow one without a word; when it is lost another takes its place and everybody is told that there was a gap.
 */
export function createServerListener(url: string, times: ListenerTimes = usualTimes): ServerListener {
  const channels = new Map<string, Set<Handlers>>();
  let client: Client | null = null;
  let connecting: Promise<void> | null = null;
  let pause: NodeJS.Timeout | undefined;
  let probe: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      application_name: 'antinode events',
      connectionTimeoutMillis: times.answerMs,
      keepAlive: true,
    });
    // Without a listener a lost connection would end the process; its end is what counts.
    fresh.on('error', () => undefined);
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
    });
    try {
      await fresh.connect();
      for (const channel of channels.keys()) await fresh.query(`listen ${quoted(channel)}`);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    probe = setInterval(() => {
      within(fresh.query('select 1'), times.answerMs).catch(() => lose(fresh));
    }, times.probeEveryMs);
    probe.unref();
  }

  function lose(lost: Client): void {
    if (lost !== client) return;
    client = null;
    clearInterval(probe);
    lost.end().catch(() => undefined);
    if (isClosed) return;
    reconnect(firstPauseMs);
  }

  function reconnect(pauseMs: number): void {
    connecting = connect().then(
      () => {
        for (const handlers of channels.values()) for (const { onGap } of handlers) onGap();
      },
      () => {
        if (isClosed) return;
        pause = setTimeout(() => reconnect(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
        pause.unref();
      },
    );
  }

  return {
    async listen(channel, handlers) {
      const known = channels.get(channel) ?? new Set();
      known.add(handlers);
      channels.set(channel, known);
      connecting ??= connect();
      await connecting;
      await client?.query(`listen ${quoted(channel)}`);
      return async () => {
        known.delete(handlers);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(pause);
      clearInterval(probe);
      await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
