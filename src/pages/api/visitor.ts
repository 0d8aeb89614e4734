import type { APIRoute } from 'astro';
import { findVisitorId, findVisitorStatus } from '#src/features/leads/submissions/visitor.ts';
import { listProjectIds } from '#src/features/projects/client-board.tsx';
import { isSecure } from '#src/platform/http/own-cookie.ts';

export const prerender = false;

const answer = (body: object) => Response.json(body, { headers: { vary: 'cookie' } });

/** Returns the visitor's status and, if signed in, their id and role. The lead-status store caches this response. */
export const GET: APIRoute = async ({ request, locals: { services, client, session } }) => {
  const { db, secret, config } = services;
  if (session?.person.role === 'client') {
    const { id, clientId } = session.person;
    return answer({ status: 'converted', userId: id, projectIds: await listProjectIds(db, clientId) });
  }
  const visitorId = findVisitorId(request.headers.get('cookie'), secret, isSecure(config, client));
  const status = await findVisitorStatus(db, visitorId);
  const isTeam = session?.isComplete && session.person.role === 'team';
  return answer({ status, userId: null, projectIds: [], ...(isTeam && { role: 'team' }) });
};
