import type { APIRoute } from 'astro';
import { postLineInChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** Adds a line to a conversation. */
export const POST: APIRoute = (context) => postLineInChat(context);
