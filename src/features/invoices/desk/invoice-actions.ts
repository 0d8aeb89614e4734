import {
  isSure,
  question,
  refusal,
  teamAction,
  type PersonInput,
  type ActionOutcome,
  type FieldError,
} from '#src/features/accounts/access/action.ts';
import words from '#content/desk-projects.yaml';
import { confirmPayment, isOfProject, recordPayment, voidInvoice } from '#src/features/invoices/invoices.ts';
import { issueInvoice, listPrintedNames, wasJustIssued } from '#src/features/invoices/issue-invoice.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { markPaymentMissing } from '#src/features/invoices/reopen-invoice.ts';
import { amountError, readAmount } from '#src/features/invoices/money.ts';
import { checkText, present, problem, wrongFields, type Checked } from '#src/workspace/form-checks.ts';
import { isDay } from '#src/platform/calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill } from '#src/platform/fill.ts';

const { invoices: texts, errors } = words;

type InvoiceValues = {
  readonly amountCents: number;
  readonly description: string;
  readonly dueOn: string;
};

/** Validates the fields of a new invoice. `today` is YYYY-MM-DD, the earliest due date. */
function checkInvoiceForm(entries: Entries, today: string): Checked<InvoiceValues> {
  const { amount = '', description = '', dueOn = '' } = entries;
  const read = readAmount(amount);
  const wrong: FieldError[] = [];
  const amountMessage = amountError(amount, errors.amount);
  if (amountMessage !== null) wrong.push(problem('amount', amountMessage));
  const text = checkText(entries, 'description', { missing: errors.description });
  if (text) wrong.push(text);
  if (!isDay(dueOn)) wrong.push(problem('dueOn', errors.dayNeeded));
  else if (dueOn < today) wrong.push(problem('dueOn', errors.pastDay));
  if (!read.ok || wrong.length > 0) return { ok: false, errors: wrong };
  return { ok: true, values: { amountCents: read.cents, description, dueOn } };
}

/** Redirects to the list that contained the invoice: the project's page, or all invoices. */
const backOf = ({ params, entries }: PersonInput): ActionOutcome => {
  const { filter = '', invoiceId = '' } = entries;
  const projectId = params['id'];
  if (projectId !== undefined) return { ok: true, next: `/desk/projects/${projectId}#invoices` };
  return { ok: true, next: `/desk/invoices${filter.startsWith('?') ? filter : ''}#invoice-${invoiceId}` };
};

const refusalOf = (reason: keyof typeof texts.refused) =>
  refusal(reason === 'not-found' || reason === 'no-project' ? 404 : 409, texts.refused[reason]);

/** Returns a sentence with the characters that a new invoice's PDF cannot print; null if there are none. */
async function unprintableText(
  db: Db,
  projectId: string,
  { description }: InvoiceValues,
): Promise<string | null> {
  // This also loads all fonts, so it is not loaded on start.
  const { unprintableIn } = await import('#src/platform/pdf/text-lines.ts');
  const letters = unprintableIn([description, ...(await listPrintedNames(db, projectId))]);
  return letters.length === 0
    ? null
    : fill(texts.ask.unprintable, { letters: letters.slice(0, 20).join(' ') });
}

/** Returns the warnings about issuing an invoice as it is. */
async function doubtsAbout(
  db: Db,
  now: Date,
  invoice: InvoiceValues & { readonly projectId: string },
): Promise<string[]> {
  const isRepeated = await wasJustIssued(db, now, invoice);
  const unprintable = await unprintableText(db, invoice.projectId, invoice);
  return [...(unprintable === null ? [] : [unprintable]), ...(isRepeated ? [texts.ask.repeated] : [])];
}

const askToIssue = (doubts: readonly string[]) =>
  question(texts.ask.title, { texts: doubts, yes: texts.ask.yes });

const issueAction = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const { db, clock } = services;
  const checked = checkInvoiceForm(entries, studioCalendar.dayOf(clock.now()));
  if (!checked.ok) return wrongFields(checked.errors);
  const invoice = { projectId: params['id'] ?? '', ...checked.values };
  const isAsked = !isSure(entries);
  const doubts = isAsked ? await doubtsAbout(db, clock.now(), invoice) : [];
  if (doubts.length > 0) return askToIssue(doubts);
  const issued = await db.transaction((tx) =>
    issueInvoice(tx, services, person, { ...invoice, isRepeatRefused: isAsked }),
  );
  if (issued.ok) return backOf(input);
  if (issued.reason === 'no-project') return refusalOf('no-project');
  if (issued.reason === 'repeated') return askToIssue([texts.ask.repeated]);
  return wrongFields([problem('dueOn', errors.pastDay)]);
});

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

const recordAction = teamAction(async (input) => {
  const { services, person, entries } = input;
  const { amount = '', paidOn = '' } = entries;
  const invoiceId = await postedInvoice(input);
  if (invoiceId === '') return refusalOf('not-found');
  const read = readAmount(amount);
  const amountMessage = amountError(amount, errors.amount);
  const wrong = present([
    amountMessage === null ? null : problem('amount', amountMessage),
    isDay(paidOn) ? null : problem('paidOn', errors.paidOn),
  ]);
  if (!read.ok || wrong.length > 0) return wrongFields(wrong);
  const payment = { invoiceId, amountCents: read.cents, paidOn };
  const recorded = await recordPayment(services.db, services, person, payment);
  if (recorded.ok) return backOf(input);
  if (recorded.reason === 'other-amount') return wrongFields([problem('amount', errors.otherAmount)]);
  if (recorded.reason === 'future-day') return wrongFields([problem('paidOn', errors.futureDay)]);
  return refusalOf(recorded.reason);
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
  'record-payment': recordAction,
  'void-invoice': voidAction,
};

/** The team's additional action on a project's page: issuing an invoice. */
export const issueActions = { 'issue-invoice': issueAction };
