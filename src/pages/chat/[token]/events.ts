import type { APIRoute } from 'astro';
import { conversationHub } from '#src/features/conversations/streams/conversation-hub.ts';
import { findConversationId } from '#src/features/conversations/talk/begin-conversation.ts';
import { keepToVisitor } from '#src/features/conversations/visitor/chat-requests.ts';
import { streamEvents } from '#src/features/notices/events/stream-events.ts';

export const prerender = false;

/** The lines of a conversation, as they are said (server-sent events). */
export const GET: APIRoute = async ({ request, params, locals: { services } }) => {
  const conversationId = await findConversationId(services.db, params['token'] ?? '');
  return keepToVisitor(
    conversationId === null
      ? new Response(null, { status: 404 })
      : streamEvents(conversationHub.find(), request, { conversationId }),
  );
};
