import { onTestFinished } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import { createEventHub } from './event-hub.ts';
import { heartbeat } from './stream-hub.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';

const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An event hub on a test's database; ends with the test. */
export async function startHub(database: Database, now: () => Date, heartbeatMs?: number) {
  const clock = { now };
  const times = heartbeatMs === undefined ? {} : { heartbeatMs };
  const hub = await createEventHub({ database, clock, log: silentLog, ...times });
  onTestFinished(() => hub.dispose());
  return hub;
}

/** A subscriber that keeps what it is sent, and can wait for it. */
export function makeSubscriber(
  { id: personId, clientId, permission }: ClientPerson,
  sessionId: string,
  after: number | null,
) {
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
    subscriber: {
      clientId,
      personId,
      permission,
      sessionId,
      after,
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
    /** Sets what unsubscribes it; called when the hub ends it. */
    onEnd: (unsubscribe: () => void) => void (close = unsubscribe),
    numbers,
    text: () => text,
    isEnded: () => ended,
    untilNumber: (seq: number) => until(() => numbers().at(-1) === seq),
    untilText: (part: string) => until(() => text.includes(part)),
    /** Waits for this many heartbeats from now on. */
    untilBeats(count: number) {
      const seen = text.split(heartbeat).length;
      return until(() => text.split(heartbeat).length >= seen + count);
    },
    untilEnd: () => until(() => ended),
  };
}
