import type { APIRoute } from 'astro';
import { sayInChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** Says something in a conversation. */
export const POST: APIRoute = (context) => sayInChat(context);
