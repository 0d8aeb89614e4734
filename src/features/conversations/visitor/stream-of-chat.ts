import { networkKeyOf } from '#src/features/conversations/records/conversation-token.ts';
import { conversationHub } from '#src/features/conversations/streams/conversation-hub.ts';
import { findOpened } from '#src/features/conversations/talk/find-conversation.ts';
import { afterOf, streamEvents } from '#src/features/notices/events/stream-events.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import type { ChatRequest } from './chat-requests.ts';

/**
 * Streams the lines of the conversation that a token opens, as server-sent events. Answers 404 for an unknown token, 204 (at which
 * browsers do not reconnect) if the conversation has ended and every line was sent, and 429 if its network has too many streams.
 */
export async function streamOfChat({ request, params, locals }: ChatRequest): Promise<Response> {
  const { db, secret } = locals.services;
  const opened = await findOpened(db, params['token'] ?? '');
  if (!opened) return setPrivateHeaders(new Response(null, { status: 404 }));
  const { id: conversationId, state, seq } = opened;
  if (state === 'ended' && Number(afterOf(request)) >= seq)
    return setPrivateHeaders(new Response(null, { status: 204 }));
  const networkKey = networkKeyOf(secret, networkOf(locals.client.address));
  return setPrivateHeaders(streamEvents(conversationHub.find(), request, { conversationId, networkKey }));
}
