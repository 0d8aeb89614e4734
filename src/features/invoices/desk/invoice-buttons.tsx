import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { invoiceCodeOf } from '#src/features/invoices/invoice-status.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { HiddenFields } from '#src/ui/hidden-fields.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from '#src/features/workspace/desk-table.module.css';
import type { InvoiceRow } from './invoice-list.ts';

const { invoices: texts } = words;

/** The buttons to confirm, reopen, record or void an invoice; none where it is void or its payment confirmed. */
export function InvoiceButtons({
  invoice,
  filter,
  refused,
}: {
  readonly invoice: InvoiceRow['invoice'];
  readonly filter: string;
  readonly refused: RefusedAction | null;
}) {
  const { id, number, state } = invoice;
  if (state === 'void' || state === 'paid') return null;
  const named = (template: string) => fill(template, { invoice: invoiceCodeOf(number) });
  const isReported = state === 'reported';
  const target = (action: string) => `?do=${action}${filter.replace('?', '&')}`;
  const fields = { invoiceId: id, filter };
  return (
    <div className={styles.acts}>
      <PostButton
        action={target(isReported ? 'confirm-invoice' : 'record-payment')}
        fields={fields}
        label={isReported ? texts.confirm : texts.record}
        name={named(isReported ? texts.confirmName : texts.recordName)}
        variant={isReported ? 'primary' : 'secondary'}
      />
      {isReported && (
        <details className={styles.sure}>
          <summary aria-label={named(texts.missingName)}>{texts.missing}</summary>
          <form method="post" action={target('payment-missing')} aria-label={named(texts.missingName)}>
            <HiddenFields fields={fields} />
            <p>{texts.missingText}</p>
            <Button
              type="submit"
              label={texts.missingSure}
              aria-label={named(texts.missingSureName)}
              variant="secondary"
              size="small"
            />
          </form>
        </details>
      )}
      <details className={styles.sure} open={refused !== null}>
        <summary aria-label={named(texts.voidName)}>{texts.void}</summary>
        <form
          className={styles.form}
          method="post"
          action={target('void-invoice')}
          aria-label={named(texts.voidName)}
          noValidate
        >
          <HiddenFields fields={fields} />
          <TextField
            id={`reason-${id}`}
            name="reason"
            label={texts.reason}
            hint={texts.voidText}
            defaultValue={refused?.entries['reason'] ?? ''}
            error={refused?.errors['reason']}
            dir="auto"
            autoComplete="off"
          />
          <div>
            <Button
              type="submit"
              label={texts.voidSure}
              aria-label={named(texts.voidSureName)}
              variant="secondary"
              size="small"
            />
          </div>
        </form>
      </details>
    </div>
  );
}
