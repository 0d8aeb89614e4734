import type { APIRoute } from 'astro';
import { deskHub } from '#src/features/notifications/events/desk-hub.ts';
import { presenceOf } from '#src/features/notifications/events/desk-presence.ts';
import { streamEvents } from '#src/features/notifications/events/stream-hub.ts';

export const prerender = false;

/** Streams changes on the desk, and who else has the same page open, as server-sent events. */
export const GET: APIRoute = ({ request, url, locals: { session } }) => {
  if (!session) return new Response(null, { status: 404 });
  const presence = presenceOf(url, session.person);
  return streamEvents(deskHub.find(), request, { sessionId: session.id, presence });
};
