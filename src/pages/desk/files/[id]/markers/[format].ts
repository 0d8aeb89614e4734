import type { APIRoute } from 'astro';
import { serveMarkers } from '#src/features/recordings/markers/serve-markers.ts';

export const prerender = false;

/** A recording's comments as markers for another program. */
export const GET: APIRoute = async ({ request, locals: { services, drained }, params }) => {
  const asked = { services, drained, isHead: request.method === 'HEAD' };
  return (await serveMarkers(asked, params['id'], params['format'])) ?? new Response(null, { status: 404 });
};
