import type { APIRoute } from 'astro';
import { visibleFilesOf } from '#src/features/files/serving/file-access.ts';
import { serveMarkers } from '#src/features/delivery/markers/serve-markers.ts';

export const prerender = false;

/** Returns a recording's comments as markers for another program. */
export const GET: APIRoute = async ({ request, url, locals: { session, services, drained }, params }) => {
  const sight = visibleFilesOf(session);
  if (!session || !sight) return new Response(null, { status: 404 });
  const asked = {
    services,
    sight,
    drained,
    asker: session.person.id,
    isHead: request.method === 'HEAD',
    frameRate: url.searchParams.get('rate'),
  };
  return (await serveMarkers(asked, params['id'], params['format'])) ?? new Response(null, { status: 404 });
};
