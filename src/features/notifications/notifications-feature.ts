import { newSignInMailKind } from '#src/features/accounts/security-log/new-sign-in.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { pruneEvents } from './events/client-events.ts';
import { createDeskHub, deskHub } from './events/desk-hub.ts';
import { createEventHub, eventHub } from './events/event-hub.ts';
import { openStreams } from './events/stream-hub.ts';
import { notificationEmailKindNames } from './emails/notification-emails.ts';
import { pruneMails } from './outbox/outbox.ts';

/** Adds the events that open pages are sent, and forgets events and notices that are long over. */
export const notificationsFeature: Feature = {
  name: 'notices',
  async register({ database, clock, log, config }) {
    eventHub.register(await createEventHub({ database, clock, log }));
    // Other processes may share a server.
    const clocksApartMs = config.databaseUrl === null ? 0 : 2000;
    deskHub.register(await createDeskHub({ database, clock, log, clocksApartMs }));
  },
  async prune({ db, clock }) {
    await pruneEvents(db, clock.now());
    await pruneMails(db, clock.now(), [...notificationEmailKindNames, newSignInMailKind]);
  },
  metrics: () => [openStreams({ portal: eventHub, desk: deskHub })],
  drain() {
    eventHub.dispose();
    deskHub.dispose();
  },
};
