import type { APIRoute } from 'astro';
import { openChat, presenceForChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** Returns the availability of the chat. */
export const GET: APIRoute = (context) => presenceForChat(context);

/** Starts a conversation with a team member. */
export const POST: APIRoute = (context) => openChat(context);
