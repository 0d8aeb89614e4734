import type { APIRoute } from 'astro';
import { timesAsJson } from '#src/features/calls/visitor/find-time-choice.ts';

export const prerender = false;

/** The times at which a call can be booked, as JSON. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  timesAsJson(services, url.searchParams.get('zone'));
