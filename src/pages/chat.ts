import type { APIRoute } from 'astro';
import { beginChat } from '#src/features/conversations/visitor/chat-requests.ts';

export const prerender = false;

/** Begins a conversation with a person of the team. */
export const POST: APIRoute = (context) => beginChat(context);
