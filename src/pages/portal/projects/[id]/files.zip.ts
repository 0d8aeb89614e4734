import type { APIRoute } from 'astro';
import { serveArchive } from '#src/features/files/serving/serve-archive.ts';

export const prerender = false;

/** Returns a project's files as one archive. */
export const GET: APIRoute = async (context) =>
  (await serveArchive(context)) ?? new Response(null, { status: 404 });
