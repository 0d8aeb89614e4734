import type { APIRoute } from 'astro';
import { serveArchive } from '#src/features/files/serving/serve-archive.ts';

export const prerender = false;

/** A project's files in one archive. */
export const GET: APIRoute = async (context) =>
  (await serveArchive(context)) ?? new Response(null, { status: 404 });
