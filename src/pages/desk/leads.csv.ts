import type { APIRoute } from 'astro';
import { leadsCsv, listLeads } from '#src/features/leads/inbox/export-leads.ts';

export const prerender = false;

/** The leads as a file for a spreadsheet, one line per submission. */
export const GET: APIRoute = async ({ locals: { services } }) =>
  new Response(leadsCsv(await listLeads(services.db)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
    },
  });
