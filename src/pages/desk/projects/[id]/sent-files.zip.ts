import type { APIRoute } from 'astro';
import { serveSentArchive } from '#src/features/files/client-uploads/serve-sent-files.ts';

export const prerender = false;

/** The files that a client has sent into a project, in one archive. */
export const GET: APIRoute = async (context) =>
  (await serveSentArchive(context)) ?? new Response(null, { status: 404 });
