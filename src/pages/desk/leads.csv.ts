import type { APIRoute } from 'astro';
import { leadsCsv, listLeads } from '#src/features/leads/inbox/export-leads.ts';

export const prerender = false;

/** Returns the leads as CSV, one line per submission. */
export const GET: APIRoute = async ({ locals: { services } }) =>
  new Response(leadsCsv(await listLeads(services.db)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
    },
  });
