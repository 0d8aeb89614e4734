import type { APIRoute } from 'astro';
import { timesAsJson } from '#src/features/calls/visitor/find-time-choice.ts';

export const prerender = false;

/** Returns the available call times as JSON. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  timesAsJson(services, url.searchParams.get('zone'));
