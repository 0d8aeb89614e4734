import type { APIRoute } from 'astro';
import { hostFeed } from '#src/features/calls/icalendar/host-feed.ts';

export const prerender = false;

/** Returns a host's calls as a calendar feed. */
export const GET: APIRoute = ({ params: { token = '' }, locals: { services } }) => hostFeed(services, token);
