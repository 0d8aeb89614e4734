import type { APIRoute } from 'astro';
import { streamOfChat } from '#src/features/chat/visitor/chat-requests.ts';

export const prerender = false;

/** Streams the lines of a conversation as server-sent events. */
export const GET: APIRoute = (context) => streamOfChat(context);
