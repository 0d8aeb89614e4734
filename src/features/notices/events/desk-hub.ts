import { listAliveSessions, sessionEndedChannel } from '#src/features/accounts/sessions/session.ts';
import { heartbeat, mostPerSession, opening, type HubServices, type StreamHub } from './event-hub.ts';

/** The database channel on which every process is told that something of the desk has changed; the payload is its kind. */
export const deskChannel = 'desk_changes';

const usualHeartbeatMs = 20_000;

/** What happens within this time is told at once, however much it is. */
const usualGatherMs = 200;

/** Whose stream it is: the session of somebody in the team. */
type DeskOwner = { readonly sessionId: string };

type Subscriber = Parameters<StreamHub<DeskOwner>['subscribe']>[0];

const changeText = (atMs: number, kind: string) =>
  `id: ${atMs}\nevent: change\ndata: ${JSON.stringify({ kind })}\n\n`;
const resetText = (atMs: number) => `id: ${atMs}\nevent: reset\ndata: {}\n\n`;

/** The open streams of the desk; when the last change was heard of, and what is still to be told. */
function createDeskStreams(startedMs: number, clocksApartMs: number) {
  const streams = new Set<Subscriber>();
  const kinds = new Set<string>();
  let latestMs = startedMs;
  return {
    streams,
    /** Notes a change; true where it is the first that is to be told. */
    note(kind: string, nowMs: number): boolean {
      // A page that was begun within the same millisecond may not show it.
      latestMs = nowMs + 1;
      kinds.add(kind);
      return kinds.size === 1;
    },
    tell(): void {
      const text = [...kinds].map((kind) => changeText(latestMs, kind)).join('');
      kinds.clear();
      for (const { write } of streams) write(text);
    },
    /** A page that was begun before the latest change has to fetch itself again. */
    welcome({ after, write }: Subscriber): void {
      write(opening);
      if (after !== null && latestMs >= after - clocksApartMs) write(resetText(latestMs));
    },
    countOf: (session: string) => [...streams].filter(({ sessionId }) => sessionId === session).length,
    endWhere(isOver: (stream: Subscriber) => boolean): void {
      for (const stream of streams) if (isOver(stream)) stream.end();
    },
  };
}

/**
 * Tells open pages of the desk that something has changed, with one subscription to the database and one query a heartbeat,
 * however many there are. An event carries no number that the database would have to keep: it only wakes, and a page says from
 * which moment on it follows. Starts to listen to the database; `dispose` ends all of it.
 */
export async function createDeskHub(
  services: HubServices & {
    readonly gatherMs?: number;
    /** How far the clocks of the processes may be apart that share the database; nothing where there is one alone. */
    readonly clocksApartMs?: number;
  },
): Promise<StreamHub<DeskOwner>> {
  const { database, clock, log, heartbeatMs = usualHeartbeatMs, gatherMs = usualGatherMs } = services;
  const { clocksApartMs = 0 } = services;
  const nowMs = () => clock.now().getTime();
  // What happened before this process listened is not known.
  const desk = createDeskStreams(nowMs(), clocksApartMs);
  let telling: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const note = (kind: string) => {
    if (desk.note(kind, nowMs())) telling = setTimeout(() => desk.tell(), gatherMs);
  };
  const beat = async () => {
    if (desk.streams.size === 0) return;
    const asked = new Set([...desk.streams].map(({ sessionId }) => sessionId));
    const alive = await listAliveSessions(database.db, clock.now(), [...asked]);
    desk.endWhere(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId));
    for (const { write } of desk.streams) write(heartbeat);
  };
  const beatOnce = () => {
    beat().catch((error: Error) => log.warn('the heartbeat of desk streams failed', { error }));
  };
  const beats = setInterval(beatOnce, heartbeatMs);
  beats.unref();
  const stops = await Promise.all([
    database.listen(deskChannel, { onPayload: note, onGap: () => note('something') }),
    database.listen(sessionEndedChannel, {
      onPayload: (endedId) => desk.endWhere(({ sessionId }) => sessionId === endedId),
      onGap: beatOnce,
    }),
  ]);

  return {
    subscribe(subscriber) {
      if (isDisposed) return { ok: false, reason: 'stopping' };
      if (desk.countOf(subscriber.sessionId) >= mostPerSession) return { ok: false, reason: 'too-many' };
      desk.streams.add(subscriber);
      desk.welcome(subscriber);
      return { ok: true, unsubscribe: () => void desk.streams.delete(subscriber) };
    },
    dispose() {
      isDisposed = true;
      clearInterval(beats);
      clearTimeout(telling);
      for (const stop of stops) stop().catch(() => undefined);
      desk.endWhere(() => true);
    },
  };
}

// The bundled server makes the hub and the bundle of the pages asks for it: a registered symbol is the same in both.
const key = Symbol.for('antinode.desk-hub');
const holder = globalThis as unknown as Record<symbol, StreamHub<DeskOwner> | undefined>;

/** Called when the product starts, and with undefined when it stops. */
export function registerDeskHub(hub: StreamHub<DeskOwner> | undefined): void {
  holder[key] = hub;
}

/** The hub of the running product, for endpoints; null while nothing runs. */
export const findDeskHub = (): StreamHub<DeskOwner> | null => holder[key] ?? null;
