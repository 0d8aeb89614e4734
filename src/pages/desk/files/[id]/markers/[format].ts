import type { APIRoute } from 'astro';
import { serveMarkers } from '#src/features/recordings/markers/serve-markers.ts';

export const prerender = false;

/** A recording's comments as markers for another program. */
export const GET: APIRoute = async ({ locals: { services }, params }) =>
  (await serveMarkers(services, params['id'], params['format'])) ?? new Response(null, { status: 404 });
