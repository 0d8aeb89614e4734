import { and, eq, inArray } from 'drizzle-orm';
import { isOpen } from '../links/open-link.ts';
import { listeningLinks } from '../links/listening.table.ts';
import { eventChannel } from '#src/features/notifications/events/client-event.table.ts';
import {
  createStreamHub,
  createHubHolder,
  type HubServices,
  type Stream,
  type StreamHub,
} from '#src/features/notifications/events/stream-hub.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { silentKind } from '#src/features/notifications/kinds/kind.ts';

const mostPerLink = 100;

/** The link of a guest's stream, and the client whose files it covers. */
type GuestOwner = { readonly linkId: string; readonly clientId: string };

type Subscriber = Stream & GuestOwner;

const wakeText = (atMs: number) =>
  `id: ${atMs}\nevent: change\ndata: ${JSON.stringify({ kind: silentKind })}\n\n`;

const keyOf = ({ linkId, clientId }: GuestOwner) => `${linkId} ${clientId}`;

/** Returns which links are still open and still belong to the same client, which a merge may change. */
async function listOpen(db: Db, now: Date, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = keys.map((key) => key.slice(0, key.indexOf(' ')));
  const open = await db
    .select({ linkId: listeningLinks.id, clientId: projects.clientId })
    .from(listeningLinks)
    .innerJoin(projects, eq(projects.id, listeningLinks.projectId))
    .where(and(inArray(listeningLinks.id, ids), isOpen(now)));
  return new Set(open.map(keyOf));
}

/**
 * Creates the hub that wakes guests' open pages when something happens at the client, without saying what. The page
 * refreshes itself and reports if its link has ended. Streams of ended links are closed within a heartbeat.
 */
export async function createGuestHub(
  services: HubServices & {
    /** The largest clock difference between processes that share the database; 0 for a single process. */
    readonly clocksApartMs?: number;
  },
): Promise<StreamHub<GuestOwner>> {
  const { database, clock, clocksApartMs = 0 } = services;
  const nowMs = () => clock.now().getTime();
  // Changes from before this process started are unknown.
  const startedMs = nowMs();
  const latestMs = new Map<string, number>();
  const rules = {
    name: 'guests’',
    keyOf,
    mostPerKey: mostPerLink,
    listGood: (keys: readonly string[]) => listOpen(database.db, clock.now(), keys),
    /** A page rendered before the latest event refreshes itself. */
    onOpened({ clientId, after, write }: Subscriber) {
      const knownMs = latestMs.get(clientId) ?? startedMs;
      if (after !== null && knownMs >= after - clocksApartMs) write(wakeText(nowMs()));
    },
  };
  return createStreamHub<GuestOwner>(services, rules, (streams) => {
    const wake = (isWoken: (stream: Subscriber) => boolean) => {
      for (const stream of streams) if (isWoken(stream)) stream.write(wakeText(nowMs()));
    };
    const onPayload = (id: string) => {
      // A page rendered within the same millisecond may lack the event.
      latestMs.set(id, nowMs() + 1);
      wake(({ clientId }) => clientId === id);
    };
    return { [eventChannel]: { onPayload, onGap: () => wake(() => true) } };
  });
}

export const guestHub = createHubHolder<GuestOwner>('guest-hub');
