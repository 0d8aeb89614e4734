import type { APIRoute } from 'astro';
import { downloadLeftOut } from '#src/features/clients/import/import-requests.ts';

export const prerender = false;

/** The rows that the shown import leaves out, with the reasons. */
export const POST: APIRoute = ({ request, locals: { services } }) => downloadLeftOut(request, services);
