import { and, eq, inArray } from 'drizzle-orm';
import { isOpen } from '../links/open-link.ts';
import { listeningLinks } from '../links/listening.table.ts';
import { eventChannel } from '#src/features/notifications/events/client-event.table.ts';
import {
  createStreamHub,
  hubPlace,
  type HubServices,
  type Stream,
  type StreamHub,
} from '#src/features/notifications/events/stream-hub.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { unspokenKind } from '#src/features/notifications/kinds/notice-facts.ts';

const mostPerLink = 100;

/** The link of the guest whose stream it is, and the client whose files it opens. */
type GuestOwner = { readonly linkId: string; readonly clientId: string };

type Subscriber = Stream & GuestOwner;

const wakeText = (atMs: number) =>
  `id: ${atMs}\nevent: change\ndata: ${JSON.stringify({ kind: unspokenKind })}\n\n`;

const keyOf = ({ linkId, clientId }: GuestOwner) => `${linkId} ${clientId}`;

/** Which of these links are still open, and of the client whose events their streams follow: a merge makes it another. */
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
 * Wakes the open pages of guests when something happens at the client whose recordings they hear; what it is, is not told. The
 * page fetches itself and, where its link has ended, says so. Streams of links that have ended are closed within a heartbeat.
 */
export async function createGuestHub(
  services: HubServices & {
    /** How far the clocks of the processes may be apart that share the database; nothing where there is one alone. */
    readonly clocksApartMs?: number;
  },
): Promise<StreamHub<GuestOwner>> {
  const { database, clock, clocksApartMs = 0 } = services;
  const nowMs = () => clock.now().getTime();
  // Changes from before this process listened are unknown.
  const startedMs = nowMs();
  const latestMs = new Map<string, number>();
  const rules = {
    name: 'guests’',
    keyOf,
    mostPerKey: mostPerLink,
    listGood: (keys: readonly string[]) => listOpen(database.db, clock.now(), keys),
    /** A page that was begun before the latest event fetches itself again. */
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
      // A page that was begun within the same millisecond may not show it.
      latestMs.set(id, nowMs() + 1);
      wake(({ clientId }) => clientId === id);
    };
    return { [eventChannel]: { onPayload, onGap: () => wake(() => true) } };
  });
}

export const guestHub = hubPlace<GuestOwner>('guest-hub');
