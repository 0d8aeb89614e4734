import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { HiddenFields, PostButton } from '#src/ui/post-button.tsx';
import styles from './desk-table.module.css';

/** A button that posts an action of this page with the id of one subject. */
export function ActionButton({
  field,
  id,
  action,
  label,
  name,
  variant = 'secondary',
}: {
  /** The field that holds the id. */
  readonly field: 'fileId' | 'milestoneId' | 'requestId' | 'sentId';
  readonly id: string;
  readonly action: string;
  readonly label: string;
  /** The label with what it is about. */
  readonly name: string;
  readonly variant?: ComponentProps<typeof PostButton>['variant'];
}) {
  return <PostButton action={`?do=${action}`} fields={{ [field]: id }} {...{ label, name, variant }} />;
}

/** A form in a table row that opens below its label. */
export function FoldedForm({
  label,
  name,
  action,
  fields,
  submit,
  submitName,
  variant = 'secondary',
  isOpen = false,
  children,
}: {
  /** The label that opens it, and `name` the label with the thing it is about. */
  readonly label: string;
  readonly name: string;
  /** The address it posts to. */
  readonly action: string;
  /** Hidden values by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The label of its button. */
  readonly submit: string;
  readonly submitName?: string;
  /** The look of its button. */
  readonly variant?: ComponentProps<typeof Button>['variant'];
  readonly isOpen?: boolean;
  /** Its text or fields. */
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.sure} open={isOpen}>
      <summary aria-label={name}>{label}</summary>
      <form role="none" className={styles.form} method="post" action={action} noValidate>
        <HiddenFields fields={fields} />
        {children}
        <div>
          <Button type="submit" label={submit} aria-label={submitName} variant={variant} size="small" />
        </div>
      </form>
    </details>
  );
}
