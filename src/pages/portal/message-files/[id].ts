import type { APIRoute } from 'astro';
import { serveMessageFile } from '#src/features/messages/attachments.ts';

export const prerender = false;

/** Returns a file of a general conversation as a download. */
export const GET: APIRoute = async (context) =>
  (await serveMessageFile(context)) ?? new Response(null, { status: 404 });
