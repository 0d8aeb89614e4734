import type { APIRoute } from 'astro';
import { listLeads } from '#src/features/leads/inbox/export-leads.ts';

export const prerender = false;

/** Everybody who has written and everything they sent, for the team. */
export const GET: APIRoute = async ({ locals: { services } }) => Response.json(await listLeads(services.db));
