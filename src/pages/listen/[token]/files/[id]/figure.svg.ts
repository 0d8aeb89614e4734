import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Returns a recording's figure as SVG, for its cover and as a download for a guest. */
export const GET: APIRoute = (context) => serveToGuest(context, 'figure.svg');
