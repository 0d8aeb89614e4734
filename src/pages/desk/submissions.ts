import type { APIRoute } from 'astro';
import { validate as isUuid } from 'uuid';
import { decide } from '#src/features/desk/decide.ts';

export const prerender = false;

/** Release, delete or try again, decided on the desk. */
export const POST: APIRoute = async ({ request, locals: { services } }) => {
  const form = new URLSearchParams(await request.text());
  const id = form.get('id') ?? '';
  const isDone = isUuid(id) && (await decide(form.get('action') ?? '', id, services));
  if (!isDone) return new Response('There is nothing to decide any more.\n', { status: 404 });
  return new Response(null, { status: 303, headers: { location: '/desk', 'cache-control': 'no-store' } });
};
