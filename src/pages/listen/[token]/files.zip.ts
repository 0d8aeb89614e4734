import type { APIRoute } from 'astro';
import { serveArchiveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Returns the files of a link as a ZIP archive. */
export const GET: APIRoute = (context) => serveArchiveToGuest(context);
