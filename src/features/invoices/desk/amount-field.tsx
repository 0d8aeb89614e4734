import type { ComponentProps } from 'react';
import words from '#content/desk-projects.yaml';
import { understoodText } from '#src/features/invoices/money.ts';
import { TextField } from '#src/ui/field.tsx';
import styles from './amount-field.module.css';

type Props = Omit<ComponentProps<typeof TextField>, 'defaultValue' | 'inputMode' | 'autoComplete'> & {
  readonly defaultValue: string;
};

/** A field for an amount of money, with how it is understood under it; amount-field.client.ts keeps that in step while one types. */
export function AmountField({ defaultValue, ...field }: Props) {
  const { amount } = words.errors;
  return (
    <div className={styles.amount} data-amount={JSON.stringify(amount)}>
      <TextField {...field} defaultValue={defaultValue} inputMode="decimal" autoComplete="off" />
      <output className="small num" htmlFor={field.id}>
        {field.error ? '' : understoodText(defaultValue, amount)}
      </output>
    </div>
  );
}
