import type { APIRoute } from 'astro';
import { serveClientUploadArchive } from '#src/features/files/client-uploads/serve-client-uploads.ts';

export const prerender = false;

/** Returns the files sent by a client to a project as one archive. */
export const GET: APIRoute = async (context) =>
  (await serveClientUploadArchive(context)) ?? new Response(null, { status: 404 });
