import type { APIRoute } from 'astro';
import { hostFeed } from '#src/features/calls/icalendar/host-feed.ts';

export const prerender = false;

/** The calls of a host, for a calendar that subscribes to them. */
export const GET: APIRoute = ({ params: { token = '' }, locals: { services } }) => hostFeed(services, token);
