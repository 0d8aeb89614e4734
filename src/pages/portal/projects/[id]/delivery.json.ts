import type { APIRoute } from 'astro';
import { findDelivery, totalOf } from '#src/features/delivery/find-delivery.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const found = session && (await findDelivery(services.db, session.person, params['id'], url));
  if (!found) return new Response(null, { status: 404 });
  const { project, parts } = found;
  return Response.json({
    project: { number: project.number, name: project.name },
    total: totalOf(parts),
    files: parts.map(({ record }) => record),
  });
};
