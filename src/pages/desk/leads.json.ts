import type { APIRoute } from 'astro';
import { listLeads } from '#src/features/leads/inbox/export-leads.ts';

export const prerender = false;

/** Returns all leads with their submissions, for the team. */
export const GET: APIRoute = async ({ locals: { services } }) => Response.json(await listLeads(services.db));
