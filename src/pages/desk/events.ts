import type { APIRoute } from 'astro';
import { deskHub } from '#src/features/notifications/events/desk-hub.ts';
import { streamEvents } from '#src/features/notifications/events/stream-hub.ts';

export const prerender = false;

/** Streams notices of changes on the desk as server-sent events. */
export const GET: APIRoute = ({ request, locals: { session } }) => {
  if (!session) return new Response(null, { status: 404 });
  return streamEvents(deskHub.find(), request, { sessionId: session.id });
};
