import type { APIRoute } from 'astro';
import { findVisitorStatus } from '#src/features/leads/find-visitor-status.ts';
import { arrivalOf } from '#src/features/leads/form-arrival.ts';
import { findVisitorId } from '#src/features/leads/visitor-cookie.ts';

export const prerender = false;

/** Who this browser is to the studio. The lead-status store is a cache of this answer. */
export const GET: APIRoute = async ({ request, url, locals: { services, client } }) => {
  const { isSecure } = arrivalOf(url.origin, client, services);
  const visitorId = findVisitorId(request.headers.get('cookie'), services.secret, isSecure);
  const status = await findVisitorStatus(services.db, visitorId);
  return Response.json(
    { status, userId: null, projectIds: [] },
    { headers: { 'cache-control': 'private, no-store', vary: 'cookie' } },
  );
};
