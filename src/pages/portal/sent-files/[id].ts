import type { APIRoute } from 'astro';
import { serveSentFile } from '#src/features/files/client-uploads/serve-sent-files.ts';

export const prerender = false;

/** A file that a client has sent, to be saved. */
export const GET: APIRoute = async (context) =>
  (await serveSentFile(context)) ?? new Response(null, { status: 404 });
