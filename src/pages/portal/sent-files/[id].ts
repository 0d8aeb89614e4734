import type { APIRoute } from 'astro';
import { serveClientUpload } from '#src/features/files/client-uploads/serve-client-uploads.ts';

export const prerender = false;

/** Returns a file sent by a client as a download. */
export const GET: APIRoute = async (context) =>
  (await serveClientUpload(context)) ?? new Response(null, { status: 404 });
