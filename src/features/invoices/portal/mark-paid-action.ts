import { clientAction } from '#src/features/accounts/access/person-action.ts';
import portal from '#content/portal.yaml';
import { markPaid } from '#src/features/invoices/mark-paid.ts';

const { invoices: words } = portal;

/** Takes the word of the client who posts it that an invoice is paid. */
export const markPaidAction = clientAction(async ({ services, person, entries }) => {
  const invoiceId = entries['invoiceId'] ?? '';
  const paid = await markPaid(services.db, services, person, invoiceId);
  if (paid.ok) return { ok: true, next: `/portal/invoices#invoice-${invoiceId}` };
  return paid.reason === 'not-found'
    ? { ok: false, status: 404, error: words.notFound }
    : { ok: false, status: 409, error: words.notPayable };
});
