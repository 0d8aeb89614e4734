import type { APIRoute } from 'astro';
import { findInvoice } from '#src/features/invoices/sheet/find-invoice.ts';
import { invoiceJsonOf } from '#src/features/invoices/sheet/invoice-json.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';

export const prerender = false;

/** Returns an invoice as data, for the client and the team. */
export const GET: APIRoute = async ({ params: { id }, locals: { services, session } }) => {
  const clientId = session?.person.role === 'client' ? session.person.clientId : null;
  const invoice = session && (await findInvoice(services.db, clientId, id));
  if (!invoice) return new Response(null, { status: 404 });
  return Response.json(invoiceJsonOf(invoice, studioDayOf(services.clock.now())));
};
