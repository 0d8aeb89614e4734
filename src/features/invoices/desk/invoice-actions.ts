import {
  refusal,
  teamAction,
  type PersonInput,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import words from '#content/desk-projects.yaml';
import { validate } from 'uuid';
import { findCurrency, isOfProject, voidInvoice } from '#src/features/invoices/invoices.ts';
import type { PaymentKind } from '#src/features/invoices/invoice.table.ts';
import { confirmPayment, recordMoney } from '#src/features/invoices/payments.ts';
import { markPaymentMissing } from '#src/features/invoices/reopen-invoice.ts';
import { amountError, readAmount } from '#src/features/invoices/money.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { isDay } from '#src/platform/calendar.ts';

const { invoices: texts, errors } = words;

/** Redirects to the list that contained the invoice: the project's page, or all invoices. */
const backOf = ({ params, entries }: PersonInput): ActionOutcome => {
  const { filter = '', invoiceId = '' } = entries;
  const projectId = params['id'];
  if (projectId !== undefined) return { ok: true, next: `/desk/projects/${projectId}#invoices` };
  return { ok: true, next: `/desk/invoices${filter.startsWith('?') ? filter : ''}#invoice-${invoiceId}` };
};

const refusalOf = (reason: keyof typeof texts.refused) =>
  refusal(reason === 'not-found' || reason === 'no-project' ? 404 : 409, texts.refused[reason]);

/** Returns the posted invoice id; empty if the invoice does not belong to the page's project. */
async function postedInvoice({ services, entries, params }: PersonInput): Promise<string> {
  const { invoiceId = '' } = entries;
  const projectId = params['id'];
  return projectId === undefined || (await isOfProject(services.db, invoiceId, projectId)) ? invoiceId : '';
}

const paymentAction = (act: typeof confirmPayment | typeof markPaymentMissing) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const paid = await act(services.db, services, person, await postedInvoice(input));
    return paid.ok ? backOf(input) : refusalOf(paid.reason);
  });

/** Creates the action that records money: a payment, a refund, or what is given up. */
const moneyAction = (kind: PaymentKind) =>
  teamAction(async (input) => {
    const { services, person, entries } = input;
    const { amount = '', paidOn = '', paymentId = '' } = entries;
    const invoiceId = await postedInvoice(input);
    const currency = await findCurrency(services.db, invoiceId);
    if (currency === null) return refusalOf('not-found');
    const read = readAmount(amount, currency);
    const amountMessage = amountError(amount, errors.amount, currency);
    const wrong = present([
      amountMessage === null ? null : problem('amount', amountMessage),
      isDay(paidOn) ? null : problem('paidOn', errors.paidOn),
      checkText(entries, 'method', { max: 100, isLine: true, missing: null }),
      checkText(entries, 'reference', { max: 200, isLine: true, missing: null }),
    ]);
    if (!read.ok || wrong.length > 0) return wrongFields(wrong);
    const recorded = await recordMoney(services.db, services, person, {
      ...(validate(paymentId) ? { id: paymentId } : {}),
      kind,
      invoiceId,
      amountMinor: read.cents,
      paidOn,
      method: entries['method']?.trim() ?? '',
      reference: entries['reference']?.trim() ?? '',
    });
    if (recorded.ok) return backOf(input);
    const { reason } = recorded;
    if (reason === 'above-paid' || reason === 'above-open')
      return wrongFields([problem('amount', errors[reason])]);
    if (reason === 'future-day') return wrongFields([problem('paidOn', errors.futureDay)]);
    return refusalOf(reason);
  });

const voidAction = teamAction(async (input) => {
  const { services, person, entries } = input;
  const { reason = '' } = entries;
  const wrong = checkText(entries, 'reason', { missing: errors.reason });
  if (wrong) return wrongFields([wrong]);
  const invoiceId = await postedInvoice(input);
  const voided = await voidInvoice(services.db, services, person, { invoiceId, reason });
  return voided.ok ? backOf(input) : refusalOf(voided.reason);
});

/** The team's actions on listed invoices. */
export const invoiceActions = {
  'confirm-invoice': paymentAction(confirmPayment),
  'payment-missing': paymentAction(markPaymentMissing),
  'record-payment': moneyAction('payment'),
  refund: moneyAction('refund'),
  'write-off': moneyAction('write-off'),
  'void-invoice': voidAction,
};
