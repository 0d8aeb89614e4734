import type { APIRoute } from 'astro';
import { securityTextOf } from '#src/studio/site-files.ts';

// Rendered on each request: its expiry date is some months in the future.
export const prerender = false;

/** Returns the contact for security reports. */
export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(securityTextOf(services.clock.now(), services.config.publicUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
