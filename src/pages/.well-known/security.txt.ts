import type { APIRoute } from 'astro';
import { securityTextOf } from '#src/studio/site-files.ts';

// Rendered at each request: what it says is good for some months from then on.
export const prerender = false;

/** Says where to report a security fault. */
export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(securityTextOf(services.clock.now(), services.config.publicUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
