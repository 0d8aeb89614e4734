import { v7 as uuidv7 } from 'uuid';
import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { plainAmountOf, understoodText } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { TextField } from '#src/ui/field.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from '#src/workspace/desk-table.module.css';
import { FoldedForm } from '#src/workspace/action-forms.tsx';
import type { InvoiceRow } from './invoice-list.ts';
import type { ComponentProps } from 'react';
import amountFieldStyles from './amount-field.module.css';

type Props = Omit<ComponentProps<typeof TextField>, 'defaultValue' | 'inputMode' | 'autoComplete'> & {
  readonly defaultValue: string;
  /** ISO 4217. */
  readonly currency: string;
};

/** Renders an amount field with its interpretation below; amount-field.client.ts updates it while typing. */
function AmountField({ defaultValue, currency, ...field }: Props) {
  const { amount } = words.errors;
  return (
    <div className={amountFieldStyles.amount} data-amount={JSON.stringify(amount)} data-currency={currency}>
      <TextField {...field} defaultValue={defaultValue} inputMode="decimal" autoComplete="off" />
      <output className="small num" htmlFor={field.id}>
        {field.error ? '' : understoodText(defaultValue, amount, currency)}
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

const named = (template: string, { code }: Invoice) => fill(template, { invoice: code });

type MoneyAction = 'record-payment' | 'refund' | 'write-off';

const moneyTexts = {
  'record-payment': { label: texts.record, name: texts.recordName, text: texts.recordText },
  refund: { label: texts.refund, name: texts.refundName, text: texts.refundText },
  'write-off': { label: texts.writeOff, name: texts.writeOffName, text: texts.writeOffText },
} as const;

/** Renders the form for a payment, a refund or a write-off. `today` is YYYY-MM-DD. */
function MoneyForm({
  action,
  amountMinor,
  invoice,
  refused,
  target,
  fields,
  today,
}: Acting & { readonly action: MoneyAction; readonly amountMinor: number; readonly today: string }) {
  const { entries = {}, errors = {} } = refused ?? {};
  const { label, name, text } = moneyTexts[action];
  const { id, currency } = invoice;
  const field = (of: string) => ({
    id: `${action}-${of}-${id}`,
    name: of,
    defaultValue: entries[of] ?? '',
    error: errors[of],
    autoComplete: 'off',
  });
  return (
    <FoldedForm
      label={label}
      name={named(name, invoice)}
      action={target(action)}
      fields={{ ...fields, paymentId: entries['paymentId'] ?? uuidv7() }}
      submit={label}
      variant={action === 'record-payment' ? 'primary' : 'secondary'}
      isOpen={refused !== null}
    >
      <p className="small dim">{text}</p>
      <AmountField
        {...field('amount')}
        label={texts.paidAmount}
        currency={currency}
        defaultValue={entries['amount'] ?? plainAmountOf(amountMinor, currency)}
      />
      <TextField
        {...field('paidOn')}
        label={texts.paidOn}
        type="date"
        max={today}
        defaultValue={entries['paidOn'] ?? today}
      />
      <TextField {...field('method')} label={texts.method} list="payment-methods" />
      <TextField {...field('reference')} label={texts.reference} dir="auto" />
    </FoldedForm>
  );
}

/** Renders the usual ways to pay, which the fields of the forms suggest; once on a page. */
export const PaymentMethods = () => (
  <datalist id="payment-methods">
    {texts.methods.map((method) => (
      <option key={method} value={method}>
        {method}
      </option>
    ))}
  </datalist>
);

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
  const { id, state, payments, paidMinor, openMinor } = invoice;
  if (state === 'void') return null;
  const target = (action: string) => `?do=${action}${filter.replace('?', '&')}`;
  const acting = { invoice, target, fields: { invoiceId: id, filter } };
  const money = (action: MoneyAction, amountMinor: number) => (
    <MoneyForm
      {...acting}
      action={action}
      amountMinor={amountMinor}
      refused={refusedTo(action)}
      today={today}
    />
  );
  const refusedTo = (action: string) => (refused?.action === action ? refused : null);
  return (
    <div className={styles.acts}>
      {state === 'pending' && money('record-payment', openMinor)}
      {state === 'reported' && (
        <PostButton
          action={target('confirm-invoice')}
          fields={acting.fields}
          label={texts.confirm}
          name={named(texts.confirmName, invoice)}
          variant="primary"
        />
      )}
      {state === 'pending' && money('write-off', openMinor)}
      {paidMinor > 0 && money('refund', openMinor < 0 ? -openMinor : paidMinor)}
      {(state !== 'pending' || payments.length > 0) && <ReopenInvoice {...acting} />}
      {state !== 'paid' && paidMinor === 0 && <VoidInvoice {...acting} refused={refusedTo('void-invoice')} />}
    </div>
  );
}
