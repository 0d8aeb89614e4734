import type { APIRoute } from 'astro';
import { serveToGuest } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Returns a sound for a guest's player. */
export const GET: APIRoute = (context) => serveToGuest(context, 'listen');
