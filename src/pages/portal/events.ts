import type { APIRoute } from 'astro';
import { eventHub } from '#src/features/notifications/events/event-hub.ts';
import { streamEvents } from '#src/features/notifications/events/stream-hub.ts';

export const prerender = false;

/** Streams the events of a client's projects, as server-sent events. */
export const GET: APIRoute = ({ request, locals: { session } }) => {
  if (session?.person.role !== 'client') return new Response(null, { status: 404 });
  const { id: personId, clientId, may } = session.person;
  const owner = { clientId, personId, may, sessionId: session.id };
  return streamEvents(eventHub.find(), request, owner);
};
