import portal from '#content/portal.yaml';
import { clientAction, refusal, type ClientInput } from '#src/features/accounts/access/action.ts';
import { isToReport, reportPayment } from '#src/features/invoices/invoices.ts';
import { withdrawPayment } from '#src/features/invoices/reopen-invoice.ts';
import { dayMs } from '#src/platform/durations.ts';

const { notFound, notPayable, tooOften, withdrawnTooLate } = portal.invoices;

/** Maximum payment reports per client and day, including withdrawn ones, since each is kept in the activity. */
const mostADay = { name: 'payment reports', limit: 50, windowMs: dayMs };

/** Returns the posted invoice id and the page to return to. An invoice's own page rejects other ids. */
function postedInvoice({ entries, params: { id } }: ClientInput) {
  const { invoiceId = '' } = entries;
  if (id === undefined) return { invoiceId, next: `/portal/invoices#invoice-${invoiceId}` };
  return { invoiceId: id === invoiceId ? id : '', next: `/portal/invoices/${id}` };
}

/** The client's actions on an invoice's payment, in the list and on the invoice's own page. */
export const paymentActions = {
  'mark-paid': clientAction(async (input) => {
    const { services, person } = input;
    const { invoiceId, next } = postedInvoice(input);
    // Requests that change nothing (no such invoice, void or already paid) are answered without counting.
    if (await isToReport(services.db, person, invoiceId)) {
      const limit = { ...mostADay, subject: person.clientId };
      const counted = await services.rateLimiter.hit(services.db, [limit]);
      if (!counted.ok) return refusal(429, tooOften);
    }
    const reported = await reportPayment(services.db, services, person, invoiceId);
    if (reported.ok) return { ok: true, next };
    return reported.reason === 'not-found' ? refusal(404, notFound) : refusal(409, notPayable);
  }),
  'withdraw-payment': clientAction(async (input) => {
    const { services, person } = input;
    const { invoiceId, next } = postedInvoice(input);
    const withdrawn = await withdrawPayment(services.db, services, person, invoiceId);
    if (withdrawn.ok) return { ok: true, next };
    return withdrawn.reason === 'not-found'
      ? refusal(404, notFound)
      : refusal(409, withdrawnTooLate[withdrawn.reason]);
  }),
};
