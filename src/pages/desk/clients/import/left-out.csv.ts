import type { APIRoute } from 'astro';
import { downloadLeftOut } from '#src/features/clients/import/import-requests.ts';

export const prerender = false;

/** Returns the rows that the displayed import skips, with reasons. */
export const POST: APIRoute = ({ request, locals: { services } }) => downloadLeftOut(request, services);
