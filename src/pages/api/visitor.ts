import type { APIRoute } from 'astro';
import { arrivalOf } from '#src/features/leads/intake/form-arrival.ts';
import { findVisitorStatus } from '#src/features/leads/intake/find-visitor-status.ts';
import { findVisitorId } from '#src/features/leads/intake/visitor-cookie.ts';
import { listProjectIds } from '#src/features/projects/portal/find-board.ts';

export const prerender = false;

const answer = (body: object) =>
  Response.json(body, { headers: { 'cache-control': 'private, no-store', vary: 'cookie' } });

/** Who this browser is to the studio. The lead-status store is a cache of this answer. */
export const GET: APIRoute = async ({ request, url, locals: { services, client, session } }) => {
  const { db, secret } = services;
  if (session?.person.role === 'client') {
    const { id } = session.person;
    return answer({ status: 'converted', userId: id, projectIds: await listProjectIds(db, id) });
  }
  const { isSecure } = arrivalOf(url.origin, client, services);
  const visitorId = findVisitorId(request.headers.get('cookie'), secret, isSecure);
  return answer({ status: await findVisitorStatus(db, visitorId), userId: null, projectIds: [] });
};
