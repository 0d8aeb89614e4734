import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** A sound, to be played in place by a guest. */
export const GET: APIRoute = (context) => serveToGuest(context, 'listen');
