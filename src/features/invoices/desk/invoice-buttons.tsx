import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { invoiceCodeOf } from '#src/features/invoices/invoice-status.ts';
import { dollarsOf, understoodText } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { TextField } from '#src/ui/field.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from '#src/workspace/desk-table.module.css';
import { FoldedForm } from '#src/workspace/action-forms.tsx';
import type { InvoiceRow } from './invoice-list.ts';
import type { ComponentProps } from 'react';
import amountFieldStyles from './amount-field.module.css';
import { Button } from '#src/ui/button.tsx';
import invoiceIssueFormStyles from './invoice-issue-form.module.css';

const { invoices: invoiceIssueFormTexts } = words;

/** Renders the form that issues an invoice to the client of this page's project. */
export function InvoiceIssueForm({
  refused,
  today,
}: {
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD, the earliest due date. */
  readonly today: string;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const field = (name: string) => ({
    id: `invoice-${name}`,
    name,
    defaultValue: entries[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <details className={invoiceIssueFormStyles.issue} open={refused !== null}>
      <summary>{invoiceIssueFormTexts.issue}</summary>
      <form
        className={invoiceIssueFormStyles.form}
        method="post"
        action="?do=issue-invoice"
        aria-label={invoiceIssueFormTexts.issue}
        noValidate
      >
        <TextField {...field('description')} label={invoiceIssueFormTexts.description} isWide dir="auto" />
        <AmountField
          {...field('amount')}
          label={invoiceIssueFormTexts.amountField}
          hint={invoiceIssueFormTexts.amountHint}
        />
        <TextField {...field('dueOn')} label={invoiceIssueFormTexts.dueField} type="date" min={today} />
        <div>
          <Button type="submit" label={invoiceIssueFormTexts.submit} />
        </div>
      </form>
    </details>
  );
}

type Props = Omit<ComponentProps<typeof TextField>, 'defaultValue' | 'inputMode' | 'autoComplete'> & {
  readonly defaultValue: string;
};

/** Renders an amount field with its interpretation below; amount-field.client.ts updates it while typing. */
function AmountField({ defaultValue, ...field }: Props) {
  const { amount } = words.errors;
  return (
    <div className={amountFieldStyles.amount} data-amount={JSON.stringify(amount)}>
      <TextField {...field} defaultValue={defaultValue} inputMode="decimal" autoComplete="off" />
      <output className="small num" htmlFor={field.id}>
        {field.error ? '' : understoodText(defaultValue, amount)}
      </output>
    </div>
  );
}

const { invoices: texts } = words;

type Invoice = InvoiceRow['invoice'];
type Acting = {
  readonly invoice: Invoice;
  readonly refused: RefusedAction | null;
  /** Returns the address of an action. */
  readonly target: (action: string) => string;
  readonly fields: Readonly<Record<string, string>>;
};

const named = (template: string, { number }: Invoice) => fill(template, { invoice: invoiceCodeOf(number) });

/** Renders the form for amount and day of a payment. `today` is YYYY-MM-DD. */
function RecordPayment({ invoice, refused, target, fields, today }: Acting & { readonly today: string }) {
  const { entries = {}, errors = {} } = refused ?? {};
  const { id, amountCents } = invoice;
  return (
    <FoldedForm
      label={texts.record}
      name={named(texts.recordName, invoice)}
      action={target('record-payment')}
      fields={fields}
      submit={texts.record}
      variant="primary"
      isOpen={refused !== null}
    >
      <AmountField
        id={`amount-${id}`}
        name="amount"
        label={texts.paidAmount}
        defaultValue={entries['amount'] ?? dollarsOf(amountCents).slice(1)}
        error={errors['amount']}
      />
      <TextField
        id={`paid-on-${id}`}
        name="paidOn"
        label={texts.paidOn}
        type="date"
        max={today}
        defaultValue={entries['paidOn'] ?? today}
        error={errors['paidOn']}
      />
    </FoldedForm>
  );
}

/** Renders the confirmation for reopening an invoice whose payment was reported or recorded. */
function ReopenInvoice({ invoice, target, fields }: Omit<Acting, 'refused'>) {
  const isReported = invoice.state === 'reported';
  return (
    <FoldedForm
      label={isReported ? texts.missing : texts.undo}
      name={named(isReported ? texts.missingName : texts.undoName, invoice)}
      action={target('payment-missing')}
      fields={fields}
      submit={texts.missingSure}
      submitName={named(texts.missingSureName, invoice)}
    >
      <p>{isReported ? texts.missingText : texts.undoText}</p>
    </FoldedForm>
  );
}

/** Renders the form for the reason to void an invoice. */
function VoidInvoice({ invoice, refused, target, fields }: Acting) {
  return (
    <FoldedForm
      label={texts.void}
      name={named(texts.voidName, invoice)}
      action={target('void-invoice')}
      fields={fields}
      submit={texts.voidSure}
      submitName={named(texts.voidSureName, invoice)}
      variant="danger"
      isOpen={refused !== null}
    >
      <TextField
        id={`reason-${invoice.id}`}
        name="reason"
        label={texts.reason}
        hint={texts.voidText}
        defaultValue={refused?.entries['reason'] ?? ''}
        error={refused?.errors['reason']}
        dir="auto"
        autoComplete="off"
      />
    </FoldedForm>
  );
}

/** Renders the buttons to record, confirm, reopen or void an invoice; none for a void one. */
export function InvoiceButtons({
  invoice,
  filter,
  refused,
  today,
}: {
  readonly invoice: Invoice;
  readonly filter: string;
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  const { id, state } = invoice;
  if (state === 'void') return null;
  const target = (action: string) => `?do=${action}${filter.replace('?', '&')}`;
  const acting = { invoice, target, fields: { invoiceId: id, filter } };
  const refusedTo = (action: string) => (refused?.action === action ? refused : null);
  return (
    <div className={styles.acts}>
      {state === 'pending' && (
        <RecordPayment {...acting} refused={refusedTo('record-payment')} today={today} />
      )}
      {state === 'reported' && (
        <PostButton
          action={target('confirm-invoice')}
          fields={acting.fields}
          label={texts.confirm}
          name={named(texts.confirmName, invoice)}
          variant="primary"
        />
      )}
      {state !== 'pending' && <ReopenInvoice {...acting} />}
      {state !== 'paid' && <VoidInvoice {...acting} refused={refusedTo('void-invoice')} />}
    </div>
  );
}
