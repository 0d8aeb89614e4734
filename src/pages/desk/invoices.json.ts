import type { APIRoute } from 'astro';
import { exportedInvoiceOf } from '#src/features/invoices/desk/invoice-export.ts';
import { listAllInvoices } from '#src/features/invoices/desk/invoice-list.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';

export const prerender = false;

/** Returns every invoice as JSON, for the team. */
export const GET: APIRoute = async ({ locals: { services } }) => {
  const today = studioDayOf(services.clock.now());
  const rows = await listAllInvoices(services.db);
  return Response.json(rows.map((row) => exportedInvoiceOf(row, today)));
};
