import { onTestFinished } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import { createEventHub } from './event-hub.ts';
import { heartbeat } from './event-stream.ts';

const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A hub on a test's database, ended with the test. */
export async function startHub(database: Database, now: () => Date, heartbeatMs?: number) {
  const clock = { now };
  const times = heartbeatMs === undefined ? {} : { heartbeatMs };
  const hub = await createEventHub({ database, clock, log: silentLog, ...times });
  onTestFinished(() => hub.dispose());
  return hub;
}

/** Somebody who reads a stream, and can wait for what it brings. */
export function makeReader(clientId: string, sessionId: string, after: number | null) {
  let text = '';
  let ended = false;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  let close = () => {};
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const numbers = () => [...text.matchAll(/^id: (\d+)\nevent: change$/gm)].map(([, id]) => Number(id));
  return {
    reader: {
      clientId,
      sessionId,
      after,
      isPresence: true,
      write(more: string) {
        text += more;
        wake();
      },
      end() {
        ended = true;
        close();
        wake();
      },
    },
    /** Called with how the hub lets go of it. */
    onClose: (how: () => void) => void (close = how),
    numbers,
    text: () => text,
    isEnded: () => ended,
    untilNumber: (seq: number) => until(() => numbers().at(-1) === seq),
    untilText: (part: string) => until(() => text.includes(part)),
    /** So many more heartbeats from now on. */
    untilBeats(count: number) {
      const seen = text.split(heartbeat).length;
      return until(() => text.split(heartbeat).length >= seen + count);
    },
    untilEnd: () => until(() => ended),
  };
}
