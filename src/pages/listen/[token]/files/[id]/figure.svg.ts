import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** A recording's own figure, as its cover and to be saved by a guest. */
export const GET: APIRoute = (context) => serveToGuest(context, 'figure.svg');
