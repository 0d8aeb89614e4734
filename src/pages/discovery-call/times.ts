import type { APIRoute } from 'astro';
import { timesAsJson } from '#src/features/calls/chooser/times-as-json.ts';

export const prerender = false;

/** The times at which a call can be booked, as JSON. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  timesAsJson(services, url.searchParams.get('zone'));
