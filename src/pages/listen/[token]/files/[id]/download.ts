import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Returns a file's original as a download for a guest. */
export const GET: APIRoute = (context) => serveToGuest(context, 'download');
