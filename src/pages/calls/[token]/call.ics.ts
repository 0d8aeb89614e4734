import type { APIRoute } from 'astro';
import { callFile } from '#src/features/calls/visitor/find-visitor-call.ts';

export const prerender = false;

/** Returns a booked call as a calendar file for its visitor. */
export const GET: APIRoute = ({ params: { token = '' }, locals: { services } }) => callFile(services, token);
