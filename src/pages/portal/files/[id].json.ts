import type { APIRoute } from 'astro';
import { findFileJson } from '#src/features/review/file-json.ts';

export const prerender = false;

/** Returns a file with its formats, state and comments as JSON. */
export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  const file = session && (await findFileJson(services.db, session.person, params['id']));
  return file ? Response.json(file) : new Response(null, { status: 404 });
};
