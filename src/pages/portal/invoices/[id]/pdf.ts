import type { APIRoute } from 'astro';
import { findInvoice } from '#src/features/invoices/sheet/find-invoice.ts';
import { invoiceFactsOf } from '#src/features/invoices/sheet/invoice-facts.ts';
import { invoicePdf } from '#src/features/invoices/sheet/invoice-pdf.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  if (!session) return new Response(null, { status: 404 });
  const { person } = session;
  const invoice = await findInvoice(
    services.db,
    person.role === 'client' ? person.clientId : null,
    params['id'],
  );
  if (!invoice) return new Response(null, { status: 404 });
  const facts = invoiceFactsOf(invoice, studioDayOf(services.clock.now()));
  return new Response(await invoicePdf(facts), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${facts.code}.pdf"`,
    },
  });
};
