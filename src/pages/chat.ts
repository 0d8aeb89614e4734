import type { APIRoute } from 'astro';
import { openChat, presenceForChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** Says whether a team member is there. */
export const GET: APIRoute = (context) => presenceForChat(context);

/** Begins a conversation with a person of the team. */
export const POST: APIRoute = (context) => openChat(context);
