import type { APIRoute } from 'astro';
import { serveTaskArchive } from '#src/features/operations/tasks/serve-archive.ts';

export const prerender = false;

/** Returns a backup that was made at the desk. */
export const GET: APIRoute = (context) => serveTaskArchive(context, 'backup');
