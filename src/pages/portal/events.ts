import type { APIRoute } from 'astro';
import { eventHub } from '#src/features/notifications/events/event-hub.ts';
import { streamEvents } from '#src/features/notifications/events/stream-hub.ts';

export const prerender = false;

/** Streams the events of a client's projects as server-sent events. */
export const GET: APIRoute = ({ request, locals: { session } }) => {
  if (session?.person.role !== 'client') return new Response(null, { status: 404 });
  const { id: personId, clientId, permission } = session.person;
  const owner = { clientId, personId, permission, sessionId: session.id };
  return streamEvents(eventHub.find(), request, owner);
};
