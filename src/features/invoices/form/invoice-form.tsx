import words from '#content/invoice-form.yaml';
import settingsWords from '#content/invoice-settings.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { currencyOptions } from '#src/features/invoices/money.ts';
import { percentText } from '#src/features/invoices/settings/printed-text.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { HiddenFields } from '#src/ui/post-button.tsx';
import type { FormData } from './find-form.ts';
import styles from './invoice-form.module.css';
import { lineCountOf, lineFields, type OfferedTax } from './read-invoice-form.ts';

const taxText = ({ name, basisPoints, category }: OfferedTax) =>
  category === 'S' && !name.includes('%') ? `${name}, ${percentText(basisPoints)}` : name;

type Of = (name: string) => {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly error: string | undefined;
};

function Line({
  at,
  isLast,
  of,
  taxes,
}: {
  readonly at: number;
  readonly isLast: boolean;
  readonly of: Of;
  readonly taxes: readonly OfferedTax[];
}) {
  const field = (name: (typeof lineFields)[number]) => ({ ...of(`${name}-${at}`), label: words[name] });
  return (
    <fieldset className={styles.line} id={isLast ? 'last-line' : undefined} aria-labelledby={`line-${at}`}>
      <legend className="small dim" id={`line-${at}`}>
        {fill(words.line, { number: String(at) })}
      </legend>
      <TextField {...field('description')} isWide dir="auto" autoComplete="off" />
      <TextField {...field('quantity')} inputMode="decimal" autoComplete="off" />
      <TextField {...field('unit')} autoComplete="off" />
      <TextField {...field('unitPrice')} inputMode="decimal" autoComplete="off" />
      <TextField {...field('discount')} autoComplete="off" />
      <SelectField
        {...field('tax')}
        options={[
          { value: '', label: words.noTax },
          ...taxes.map((tax) => ({ value: tax.id, label: taxText(tax) })),
        ]}
      />
    </fieldset>
  );
}

/** Renders the fields of the whole invoice. */
function Whole({ of }: { readonly of: Of }) {
  return (
    <div className={styles.whole}>
      <SelectField {...of('currency')} label={words.currency} options={currencyOptions()} />
      <SelectField
        {...of('prices')}
        label={words.prices}
        options={(['net', 'gross'] as const).map((value) => ({ value, label: words.pricesAre[value] }))}
      />
      <TextField
        {...of('reduction')}
        label={words.reduction}
        hint={words.reductionHint}
        optionalMark={words.optional}
        autoComplete="off"
      />
      <TextField {...of('dueOn')} label={words.dueOn} type="date" />
      <TextField {...of('serviceFrom')} label={words.serviceFrom} optionalMark={words.optional} type="date" />
      <TextField {...of('serviceTo')} label={words.serviceTo} optionalMark={words.optional} type="date" />
      <TextField
        {...of('reference')}
        label={words.reference}
        hint={words.referenceHint}
        optionalMark={words.optional}
        autoComplete="off"
        dir="auto"
      />
      <TextAreaField
        {...of('notes')}
        label={words.notes}
        hint={words.notesHint}
        optionalMark={words.optional}
        rows={2}
        isWide
        dir="auto"
      />
    </div>
  );
}

/** The values of a form before anything is typed: those of the studio and the client. */
const valuesOf = ({ draft, defaults }: FormData): Entries => draft?.entries ?? defaults;

/** Renders the form of an invoice with its lines. Every button posts it, so that it works without scripts. */
export function InvoiceForm({
  data,
  refused,
  projects,
}: {
  readonly data: FormData;
  /** The refused action of this form; what was typed stays. */
  readonly refused: RefusedAction | null;
  /** The projects to choose from; without them, the page's own. */
  readonly projects?: FormData['projects'];
}) {
  const { taxes, missing, newId } = data;
  const values = refused?.entries ?? valuesOf(data);
  const of: Of = (name) => ({
    id: `invoice-${name}`,
    name,
    defaultValue: values[name] ?? '',
    error: refused?.errors[name],
  });
  const count = lineCountOf(values);
  return (
    <form
      className={styles.form}
      method="post"
      action="?do=issue-invoice"
      aria-label={words.issue}
      noValidate
    >
      {missing !== null && (
        <Notice kind="error">
          {missing} <a href="/desk/invoices/settings">{settingsWords.fillIn}</a>
        </Notice>
      )}
      <HiddenFields fields={{ newId: values['newId'] ?? newId }} />
      {projects && (
        <SelectField
          {...of('projectId')}
          label={words.project}
          options={[
            { value: '', label: words.chooseProject },
            ...projects.map(({ id, name, client }) => ({ value: id, label: `${client}: ${name}` })),
          ]}
        />
      )}
      {Array.from({ length: count }, (_, index) => (
        <Line key={index} at={index + 1} isLast={index + 1 === count} of={of} taxes={taxes} />
      ))}
      <div>
        <Button
          type="submit"
          formAction="?do=add-line"
          label={words.addLine}
          variant="secondary"
          size="small"
        />
      </div>
      <Whole of={of} />
      <div className={styles.buttons}>
        {missing === null && <Button type="submit" label={words.issue} />}
        <Button type="submit" formAction="?do=save-draft" label={words.saveDraft} variant="secondary" />
      </div>
    </form>
  );
}
