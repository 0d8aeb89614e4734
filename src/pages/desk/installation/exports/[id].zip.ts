import type { APIRoute } from 'astro';
import { serveTaskArchive } from '#src/features/operations/tasks/serve-archive.ts';

export const prerender = false;

/** Returns an export of everything. */
export const GET: APIRoute = (context) => serveTaskArchive(context, 'export');
