import type { APIRoute } from 'astro';
import { enterLink } from '#src/features/sharing/guests/enter-link.ts';
import { guestHub } from '#src/features/sharing/guests/guest-hub.ts';
import { streamEvents } from '#src/features/notifications/events/stream-hub.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';

export const prerender = false;

/** Streams notices of possible changes to the guests of a link, as server-sent events. */
export const GET: APIRoute = async (context) => {
  const entered = await enterLink(context);
  const answer =
    entered && !entered.isLocked
      ? streamEvents(guestHub.find(), context.request, {
          linkId: entered.link.id,
          clientId: entered.project.clientId,
        })
      : new Response(null, { status: 404 });
  return setPrivateHeaders(answer);
};
