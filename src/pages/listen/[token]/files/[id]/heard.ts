import type { APIRoute } from 'astro';
import { answerHeard } from '#src/features/sharing/guests/serve-to-guest.ts';

export const prerender = false;

/** Records what a guest's player has played. */
export const POST: APIRoute = (context) => answerHeard(context);
