import type { APIRoute } from 'astro';
import { comparisonJson } from '#src/features/review/compare/comparison-json.ts';
import { findComparedFiles } from '#src/features/review/compare/find-compared-files.ts';

export const prerender = false;

/** Returns the comparison of two versions as JSON. */
export const GET: APIRoute = async ({ locals: { session, services }, params: { id, other } }) => {
  const compared = session && (await findComparedFiles(services, session.person, [id, other]));
  if (!compared) return new Response(null, { status: 404 });
  return Response.json(comparisonJson(compared, id));
};
