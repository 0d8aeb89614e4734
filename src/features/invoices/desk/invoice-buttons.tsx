import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { invoiceCodeOf } from '#src/features/invoices/invoice-status.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { HiddenFields } from '#src/ui/hidden-fields.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from '#src/features/workspace/desk-table.module.css';
import { AmountField } from './amount-field.tsx';
import type { InvoiceRow } from './invoice-list.ts';

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

/** Asks for the amount and the day of a payment. `today` is YYYY-MM-DD. */
function RecordPayment({ invoice, refused, target, fields, today }: Acting & { readonly today: string }) {
  const { entries = {}, errors = {} } = refused ?? {};
  const { id, amountCents } = invoice;
  return (
    <details className={styles.sure} open={refused !== null}>
      <summary aria-label={named(texts.recordName, invoice)}>{texts.record}</summary>
      <form
        className={styles.form}
        method="post"
        action={target('record-payment')}
        aria-label={named(texts.recordName, invoice)}
        noValidate
      >
        <HiddenFields fields={fields} />
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
        <div>
          <Button type="submit" label={texts.record} size="small" />
        </div>
      </form>
    </details>
  );
}

/** Asks once before an invoice is open again whose payment was reported or recorded. */
function ReopenInvoice({ invoice, target, fields }: Omit<Acting, 'refused'>) {
  const isReported = invoice.state === 'reported';
  const name = named(isReported ? texts.missingName : texts.undoName, invoice);
  return (
    <details className={styles.sure}>
      <summary aria-label={name}>{isReported ? texts.missing : texts.undo}</summary>
      <form method="post" action={target('payment-missing')} aria-label={name}>
        <HiddenFields fields={fields} />
        <p>{isReported ? texts.missingText : texts.undoText}</p>
        <Button
          type="submit"
          label={texts.missingSure}
          aria-label={named(texts.missingSureName, invoice)}
          variant="secondary"
          size="small"
        />
      </form>
    </details>
  );
}

/** The buttons to record, confirm, reopen or void an invoice; none where it is void. */
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
  const fields = { invoiceId: id, filter };
  const acting = { invoice, target, fields };
  const refusedTo = (action: string) => (refused?.action === action ? refused : null);
  if (state === 'paid')
    return (
      <div className={styles.acts}>
        <ReopenInvoice {...acting} />
      </div>
    );
  const ofVoid = refusedTo('void-invoice');
  return (
    <div className={styles.acts}>
      {state === 'pending' && (
        <RecordPayment {...acting} refused={refusedTo('record-payment')} today={today} />
      )}
      {state === 'reported' && (
        <>
          <PostButton
            action={target('confirm-invoice')}
            fields={fields}
            label={texts.confirm}
            name={named(texts.confirmName, invoice)}
            variant="primary"
          />
          <ReopenInvoice {...acting} />
        </>
      )}
      <details className={styles.sure} open={ofVoid !== null}>
        <summary aria-label={named(texts.voidName, invoice)}>{texts.void}</summary>
        <form
          className={styles.form}
          method="post"
          action={target('void-invoice')}
          aria-label={named(texts.voidName, invoice)}
          noValidate
        >
          <HiddenFields fields={fields} />
          <TextField
            id={`reason-${id}`}
            name="reason"
            label={texts.reason}
            hint={texts.voidText}
            defaultValue={ofVoid?.entries['reason'] ?? ''}
            error={ofVoid?.errors['reason']}
            dir="auto"
            autoComplete="off"
          />
          <div>
            <Button
              type="submit"
              label={texts.voidSure}
              aria-label={named(texts.voidSureName, invoice)}
              variant="secondary"
              size="small"
            />
          </div>
        </form>
      </details>
    </div>
  );
}
