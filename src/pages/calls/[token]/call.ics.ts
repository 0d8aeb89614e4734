import type { APIRoute } from 'astro';
import { callFile } from '#src/features/calls/visitor/find-visitor-call.ts';

export const prerender = false;

/** A booked call as a file for its visitor's calendar. */
export const GET: APIRoute = ({ params: { token = '' }, locals: { services } }) => callFile(services, token);
