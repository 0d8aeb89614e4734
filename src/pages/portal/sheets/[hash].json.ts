import type { APIRoute } from 'astro';
import { findApprovedText } from '#src/features/recordings/sheet/find-approved.ts';

export const prerender = false;

/** An approved sheet byte for byte, so that its SHA-256 can be computed again. */
export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  const text = session && (await findApprovedText(services.db, session.person, params['hash']));
  if (text === null) return new Response(null, { status: 404 });
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};
