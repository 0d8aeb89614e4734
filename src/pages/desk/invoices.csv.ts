import type { APIRoute } from 'astro';
import { invoicesCsv } from '#src/features/invoices/desk/invoice-export.ts';
import { listAllInvoices } from '#src/features/invoices/desk/invoice-list.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';

export const prerender = false;

/** Returns every invoice as CSV, one per line. */
export const GET: APIRoute = async ({ locals: { services } }) =>
  new Response(invoicesCsv(await listAllInvoices(services.db), studioDayOf(services.clock.now())), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="invoices.csv"',
    },
  });
