import type { APIRoute } from 'astro';
import { serveClientUploadArchive } from '#src/features/files/client-uploads/serve-client-uploads.ts';

export const prerender = false;

/** The files that a client has sent into a project, in one archive. */
export const GET: APIRoute = async (context) =>
  (await serveClientUploadArchive(context)) ?? new Response(null, { status: 404 });
