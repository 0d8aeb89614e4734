import type { APIRoute } from 'astro';
import { findPublicKey, signingKeyOf } from '#src/features/receipts/keys/signing-key.ts';

export const prerender = false;

/** Returns the public key that verifies receipts, as a JWK; with `?kid=` an earlier one. */
export const GET: APIRoute = async ({ locals: { services }, url }) => {
  const id = url.searchParams.get('kid');
  const jwk = id === null ? (await signingKeyOf(services)).jwk : await findPublicKey(services.db, id);
  return jwk ? Response.json(jwk) : new Response(null, { status: 404 });
};
