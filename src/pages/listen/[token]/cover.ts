import type { APIRoute } from 'astro';
import { serveCover } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Returns the picture on the cover of a guest's playlist. */
export const GET: APIRoute = (context) => serveCover(context);
