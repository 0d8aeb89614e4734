import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { AmountField } from './amount-field.tsx';
import styles from './invoice-issue-form.module.css';

const { invoices: texts } = words;

/** Issues an invoice to the client of the project on this page. */
export function InvoiceIssueForm({
  refused,
  today,
}: {
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD; none is due before it. */
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
    <details className={styles.issue} open={refused !== null}>
      <summary>{texts.issue}</summary>
      <form
        className={styles.form}
        method="post"
        action="?do=issue-invoice"
        aria-label={texts.issue}
        noValidate
      >
        <TextField {...field('description')} label={texts.description} isWide dir="auto" />
        <AmountField {...field('amount')} label={texts.amountField} hint={texts.amountHint} />
        <TextField {...field('dueOn')} label={texts.dueField} type="date" min={today} />
        <div>
          <Button type="submit" label={texts.submit} />
        </div>
      </form>
    </details>
  );
}
