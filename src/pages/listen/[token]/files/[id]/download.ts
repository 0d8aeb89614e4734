import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** The original of a file, to be saved by a guest. */
export const GET: APIRoute = (context) => serveToGuest(context, 'download');
