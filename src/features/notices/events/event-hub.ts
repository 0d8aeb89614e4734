import { listAliveSessions, sessionEndedChannel } from '#src/features/accounts/sessions/session.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import { eventChannel } from './client-event.table.ts';
import { createFollowers, type Follower, type Followers, type Following } from './event-followers.ts';
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

/** Ends the streams of sessions that are over, and keeps the others and the presence of their clients alive. */
async function beat(
  { database, clock }: HubServices,
  followers: Followers,
  wake: (clientId: string) => void,
) {
  const now = clock.now();
  const asked = new Set(followers.everybody().map(({ reader }) => reader.sessionId));
  const alive = await listAliveSessions(database.db, now, [...asked]);
  for (const { reader } of followers.everybody()) {
    if (asked.has(reader.sessionId) && !alive.has(reader.sessionId)) reader.end();
    else reader.write(heartbeat);
  }
  const present = followers.everybody().filter(({ reader }) => reader.isPresence);
  const clientIds = new Set(present.map(({ reader }) => reader.clientId));
  for (const { id, seq } of await noteLooking(database.db, now, [...clientIds])) {
    // Should a notification ever be lost, this finds it out.
    const ofClient = [...(followers.of(id)?.followers ?? [])];
    if (ofClient.some(({ after }) => after !== null && after !== seq)) wake(id);
  }
}

/** Starts to listen; `dispose` ends all of it. */
export async function createEventHub(services: HubServices): Promise<EventHub> {
  const { database, clock, log, heartbeatMs = usualHeartbeatMs } = services;
  const followers = createFollowers();
  let isDisposed = false;

  function wake(clientId: string): void {
    const following = followers.of(clientId);
    if (!following) return;
    following.isDue = true;
    void catchUp(services, clientId, following);
  }
  const beatOnce = () => {
    beat(services, followers, wake).catch((error: Error) =>
      log.warn('the heartbeat of event streams failed', { error }),
    );
  };
  const endWhere = (isOver: (reader: EventReader) => boolean) => {
    for (const { reader } of followers.everybody()) if (isOver(reader)) reader.end();
  };

  const beats = setInterval(beatOnce, heartbeatMs);
  beats.unref();
  const onGap = () => followers.clientIds().forEach(wake);
  const stops = await Promise.all([
    database.listen(eventChannel, { onPayload: wake, onGap }),
    database.listen(sessionEndedChannel, {
      onPayload: (endedId) => endWhere(({ sessionId }) => sessionId === endedId),
      onGap: beatOnce,
    }),
  ]);

  return {
    open(reader) {
      if (isDisposed) return { ok: false, reason: 'stopping' };
      if (followers.countOf(reader.sessionId) >= mostPerSession) return { ok: false, reason: 'too-many' };
      const close = followers.add(reader);
      reader.write(opening);
      if (reader.isPresence) noteOpened(database.db, clock.now(), reader.clientId).catch(() => undefined);
      wake(reader.clientId);
      return { ok: true, close };
    },
    count: () => followers.everybody().length,
    dispose() {
      isDisposed = true;
      clearInterval(beats);
      for (const stop of stops) stop().catch(() => undefined);
      endWhere(() => true);
    },
  };
}
