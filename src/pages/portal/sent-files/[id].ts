import type { APIRoute } from 'astro';
import { serveClientUpload } from '#src/features/files/client-uploads/serve-client-uploads.ts';

export const prerender = false;

/** A file that a client has sent, to be saved. */
export const GET: APIRoute = async (context) =>
  (await serveClientUpload(context)) ?? new Response(null, { status: 404 });
