import { listAliveSessions } from '#src/features/accounts/list-alive-sessions.ts';
import { sessionEndedChannel } from '#src/features/accounts/sessions.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import { eventChannel } from './announce.ts';
import { heartbeat, nextFor, opening, type EventReader } from './event-stream.ts';
import { noteLooking, noteOpened } from './note-looking.ts';
import { readEvents, type EventBatch } from './read-events.ts';

const usualHeartbeatMs = 20_000;
const mostPerSession = 20;

export type OpenedStream =
  | { readonly ok: true; readonly close: () => void }
  | { readonly ok: false; readonly reason: 'stopping' | 'too-many' };

/** Brings every event of a client to all who follow it in this process. */
export type EventHub = {
  /** Sends the reader all events after the number they have, and then those that happen, until they close or are ended. */
  open: (reader: EventReader) => OpenedStream;
  /** How many are open. */
  count: () => number;
  /** Ends every stream and takes no more. */
  dispose: () => void;
};

export type HubServices = {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly heartbeatMs?: number;
};

type Follower = { readonly reader: EventReader; after: number | null };

/** All who follow one client. */
type Following = { readonly followers: Set<Follower>; isDue: boolean; isReading: boolean };

function serve(follower: Follower, batch: EventBatch | null): void {
  if (!batch) return follower.reader.end();
  const { text, after } = nextFor(follower.after, batch);
  follower.after = after;
  if (text !== '') follower.reader.write(text);
}

/** Reads once for all followers of a client, and again if something happened meanwhile. */
async function catchUp({ database, log }: HubServices, clientId: string, following: Following) {
  const { followers } = following;
  if (following.isReading) return;
  following.isReading = true;
  try {
    while (following.isDue && followers.size > 0) {
      following.isDue = false;
      // Whoever comes while it reads may know more than it sees, and is served in the next round.
      const served = [...followers];
      const known = served.map(({ after }) => after ?? Number.MAX_SAFE_INTEGER);
      const batch = await readEvents(database.db, clientId, Math.min(...known));
      for (const follower of served) serve(follower, batch);
      following.isDue ||= batch?.isCut ?? false;
    }
  } catch (error) {
    // Nobody has moved on: the next event or heartbeat tries again.
    log.warn('events could not be read', { error: error as Error });
  } finally {
    following.isReading = false;
  }
}

/** Starts to listen; `dispose` ends all of it. */
export async function createEventHub(services: HubServices): Promise<EventHub> {
  const { database, clock, log, heartbeatMs = usualHeartbeatMs } = services;
  const followings = new Map<string, Following>();
  const streamsOf = new Map<string, number>();
  let isDisposed = false;

  const everybody = () => [...followings.values()].flatMap(({ followers }) => [...followers]);

  function wake(clientId: string): void {
    const following = followings.get(clientId);
    if (!following) return;
    following.isDue = true;
    void catchUp(services, clientId, following);
  }

  function endWhere(isOver: (reader: EventReader) => boolean): void {
    for (const { reader } of everybody()) if (isOver(reader)) reader.end();
  }

  async function beat(): Promise<void> {
    const now = clock.now();
    const readers = everybody().map(({ reader }) => reader);
    const asked = new Set(readers.map(({ sessionId }) => sessionId));
    const alive = await listAliveSessions(database.db, now, [...asked]);
    endWhere(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId));
    for (const { reader } of everybody()) reader.write(heartbeat);
    const present = everybody().filter(({ reader }) => reader.isPresence);
    const clientIds = [...new Set(present.map(({ reader }) => reader.clientId))];
    for (const { id, seq } of await noteLooking(database.db, now, clientIds)) {
      // Should a notification ever be lost, this finds it out.
      const followers = followings.get(id)?.followers ?? [];
      if ([...followers].some(({ after }) => after !== null && after !== seq)) wake(id);
    }
  }

  const beats = setInterval(() => {
    beat().catch((error: Error) => log.warn('the heartbeat of event streams failed', { error }));
  }, heartbeatMs);
  beats.unref();

  const stops = await Promise.all([
    database.listen(eventChannel, {
      onPayload: wake,
      onGap: () => [...followings.keys()].forEach(wake),
    }),
    database.listen(sessionEndedChannel, {
      onPayload: (endedId) => endWhere(({ sessionId }) => sessionId === endedId),
      onGap: () => void beat().catch(() => undefined),
    }),
  ]);

  return {
    open(reader) {
      if (isDisposed) return { ok: false, reason: 'stopping' };
      const { clientId, sessionId, after } = reader;
      const ofSession = streamsOf.get(sessionId) ?? 0;
      if (ofSession >= mostPerSession) return { ok: false, reason: 'too-many' };
      streamsOf.set(sessionId, ofSession + 1);
      const following = followings.get(clientId) ?? { followers: new Set(), isDue: false, isReading: false };
      const follower: Follower = { reader, after };
      following.followers.add(follower);
      followings.set(clientId, following);
      reader.write(opening);
      if (reader.isPresence) noteOpened(database.db, clock.now(), clientId).catch(() => undefined);
      wake(clientId);
      return {
        ok: true,
        close() {
          if (!following.followers.delete(follower)) return;
          const left = (streamsOf.get(sessionId) ?? 0) - 1;
          if (left > 0) streamsOf.set(sessionId, left);
          else streamsOf.delete(sessionId);
          if (following.followers.size === 0 && followings.get(clientId) === following)
            followings.delete(clientId);
        },
      };
    },
    count: () => everybody().length,
    dispose() {
      isDisposed = true;
      clearInterval(beats);
      for (const stop of stops) stop().catch(() => undefined);
      endWhere(() => true);
    },
  };
}
