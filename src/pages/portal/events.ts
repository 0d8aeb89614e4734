import type { APIRoute } from 'astro';
import { findEventHub } from '#src/features/notices/events/event-hub.ts';
import { streamEvents } from '#src/features/notices/events/stream-events.ts';

export const prerender = false;

/** What happens in a client's projects, as it happens (server-sent events). */
export const GET: APIRoute = ({ request, locals: { session } }) => {
  if (!session) return new Response(null, { status: 404 });
  const owner = { clientId: session.person.id, sessionId: session.id };
  return streamEvents(findEventHub(), request, owner);
};
