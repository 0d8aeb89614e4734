import { inArray } from 'drizzle-orm';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createDeskPresence, presenceChannel, presenceText, type Presence } from './desk-presence.ts';
import {
  createStreamHub,
  sessionStreamRules,
  createHubHolder,
  type HubServices,
  type Stream,
  type StreamHub,
} from './stream-hub.ts';

/** The database channel of changes on the desk; the payload is the kind. */
export const deskChannel = 'desk_changes';

/** Changes within this time are gathered and sent together. */
const usualGatherMs = 200;

/** The session of the team member that a stream belongs to, and what their page is about. */
type DeskOwner = { readonly sessionId: string; readonly presence?: Presence | null };

const changeText = (atMs: number, kind: string) =>
  `id: ${atMs}\nevent: change\ndata: ${JSON.stringify({ kind })}\n\n`;
const presenceEvent = (text: string) => `event: presence\ndata: ${JSON.stringify({ text })}\n\n`;
const resetText = (atMs: number) => `id: ${atMs}\nevent: reset\ndata: {}\n\n`;

/** Tracks when the last change arrived and which kinds have not been sent yet. */
function createChanges(startedMs: number, clocksApartMs: number) {
  const kinds = new Set<string>();
  let latestMs = startedMs;
  return {
    /** Adds a change; returns true if it is the first that has not been sent. */
    note(kind: string, nowMs: number): boolean {
      // A page that began to load in the same millisecond may not show it.
      latestMs = nowMs + 1;
      kinds.add(kind);
      return kinds.size === 1;
    },
    tell(streams: ReadonlySet<Stream>): void {
      const text = [...kinds].map((kind) => changeText(latestMs, kind)).join('');
      kinds.clear();
      for (const { write } of streams) write(text);
    },
    /** Resets a page that began to load before the latest change. */
    welcome({ after, write }: Stream): void {
      if (after !== null && latestMs >= after - clocksApartMs) write(resetText(latestMs));
    },
  };
}

/** Records that these sessions have a page of the desk open; locked rows are skipped until the next heartbeat. */
async function recordDeskOpen(db: Db, now: Date, sessionIds: readonly string[]): Promise<void> {
  const unlocked = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, [...sessionIds]))
    .for('update', { skipLocked: true });
  await db.update(sessions).set({ deskOpenAt: now }).where(inArray(sessions.id, unlocked));
}

/**
 * Notifies open pages of the desk of changes, with one subscription to the database and one query per heartbeat, regardless of how
 * many pages are open. Events are not stored: they only wake a page, which says from which moment on it follows.
 */
export async function createDeskHub(
  services: HubServices & {
    readonly gatherMs?: number;
    readonly graceMs?: number;
    /** How far the clocks of the processes may be apart that share the database; nothing where there is one alone. */
    readonly clocksApartMs?: number;
  },
): Promise<StreamHub<DeskOwner>> {
  const { database, clock, log, gatherMs = usualGatherMs, clocksApartMs = 0 } = services;
  const nowMs = () => clock.now().getTime();
  // Changes from before this process listened are unknown.
  const changes = createChanges(nowMs(), clocksApartMs);
  let telling: NodeJS.Timeout | undefined;
  const about = new Map<Stream, Presence>();
  const presence = createDeskPresence(services, (subject) => {
    const viewers = presence.viewersOf(subject);
    for (const [{ write }, { subject: other, viewer }] of about)
      if (other === subject) write(presenceEvent(presenceText(viewers, viewer.personId)));
  });
  const rules = {
    name: 'desk',
    ...sessionStreamRules(services),
    onOpened(stream: Stream & DeskOwner) {
      changes.welcome(stream);
      if (stream.presence) {
        about.set(stream, stream.presence);
        presence.open(stream, stream.presence);
      }
      recordDeskOpen(database.db, clock.now(), [stream.sessionId]).catch((error: Error) =>
        log.warn('could not record an open desk page', { error }),
      );
    },
    onClosed(stream: Stream & DeskOwner) {
      about.delete(stream);
      presence.close(stream);
    },
    async onBeat(sessionIds: readonly string[]) {
      presence.beat();
      await recordDeskOpen(database.db, clock.now(), sessionIds);
    },
  };
  const hub = await createStreamHub<DeskOwner>(services, rules, (streams) => {
    const note = (kind: string) => {
      if (changes.note(kind, nowMs())) telling = setTimeout(() => changes.tell(streams), gatherMs);
    };
    return {
      [deskChannel]: { onPayload: note, onGap: () => note('something') },
      [presenceChannel]: presence.handlers,
    };
  });
  presence.ask();
  return {
    ...hub,
    dispose() {
      clearTimeout(telling);
      presence.dispose();
      hub.dispose();
    },
  };
}

export const deskHub = createHubHolder<DeskOwner>('desk-hub');
