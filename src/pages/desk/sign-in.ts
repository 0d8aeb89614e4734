import type { APIRoute } from 'astro';
import { consumeTeamToken } from '#src/features/accounts/team-link.ts';
import { teamCookieOf } from '#src/features/accounts/team-session.ts';

export const prerender = false;

/** The one-time link of the sample team. It does not exist in a real installation. */
export const GET: APIRoute = async ({ url, locals: { services } }) => {
  const { config, db, clock } = services;
  const token = url.searchParams.get('token') ?? '';
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (config.mode !== 'sample') return new Response('Not found\n', { status: 404, headers });
  if (!(await consumeTeamToken(db, clock, token))) {
    return new Response('This link was used already. Start again to get a new one.\n', {
      status: 403,
      headers,
    });
  }
  headers.set('location', '/desk');
  headers.set('set-cookie', teamCookieOf(services));
  return new Response(null, { status: 303, headers });
};
