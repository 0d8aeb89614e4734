import { and, inArray } from 'drizzle-orm';
import { isOpen } from '#src/features/listening/links/open-link.ts';
import { listeningLinks } from '#src/features/listening/links/listening.table.ts';
import { eventChannel } from '#src/features/notices/events/client-event.table.ts';
import {
  createStreamHub,
  hubPlace,
  type HubServices,
  type Stream,
  type StreamHub,
} from '#src/features/notices/events/stream-hub.ts';
import type { Db } from '#src/platform/database/database.ts';
import { unspokenKind } from '#src/features/notices/events/unspoken-kind.ts';

const mostPerLink = 100;

/** Whose stream it is: a guest's of this link to something of this client's. */
type GuestOwner = { readonly linkId: string; readonly clientId: string };

type Subscriber = Stream & GuestOwner;

const wakeText = (atMs: number) =>
  `id: ${atMs}\nevent: change\ndata: ${JSON.stringify({ kind: unspokenKind })}\n\n`;

/** Which of these links are still open. */
async function listOpen(db: Db, now: Date, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const isAsked = inArray(listeningLinks.id, [...ids]);
  const open = await db
    .select({ id: listeningLinks.id })
    .from(listeningLinks)
    .where(and(isAsked, isOpen(now)));
  return new Set(open.map(({ id }) => id));
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
  // What happened before this process listened is not known.
  const startedMs = nowMs();
  const latestMs = new Map<string, number>();
  const rules = {
    name: 'guests’',
    keyOf: ({ linkId }: GuestOwner) => linkId,
    mostPerKey: mostPerLink,
    listGood: (ids: readonly string[]) => listOpen(database.db, clock.now(), ids),
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
