import { openStreams } from '#src/features/notifications/events/stream-hub.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { createGuestHub, guestHub } from './guests/guest-hub.ts';
import { pruneMails } from '#src/features/notifications/outbox/outbox.ts';
import { linkMailKind } from './links/link-mails.ts';
import { pruneVisits } from './links/open-link.ts';

/** Registers the hub that wakes guests' open pages, and the deletion of old visits and emails. */
export const sharingFeature: Feature = {
  name: 'listening',
  async register({ database, clock, log, config }) {
    // Several processes may share a database server.
    const clocksApartMs = config.databaseUrl === null ? 0 : 2000;
    guestHub.register(await createGuestHub({ database, clock, log, clocksApartMs }));
  },
  async prune({ db, clock }) {
    await pruneVisits(db, clock.now());
    await pruneMails(db, clock.now(), [linkMailKind]);
  },
  metrics: () => [openStreams({ listening: guestHub })],
  drain() {
    guestHub.dispose();
  },
};
