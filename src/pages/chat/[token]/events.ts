import type { APIRoute } from 'astro';
import { streamOfChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** The lines of a conversation, as they are said (server-sent events). */
export const GET: APIRoute = (context) => streamOfChat(context);
