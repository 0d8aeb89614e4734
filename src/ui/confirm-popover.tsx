import { Button } from './button.tsx';
import { HiddenFields } from './post-button.tsx';
import styles from './confirm-popover.module.css';

/**
 * Asks for confirmation. A popover opens, closes on Escape and returns focus without a script;
 * a button with its id as `popoverTarget` opens it.
 */
export function ConfirmPopover({
  id,
  action,
  title,
  text,
  cancel,
  confirm,
  isDanger = false,
  fields,
  children,
}: {
  readonly id: string;
  /** The address that its form posts to. */
  readonly action: string;
  readonly title: string;
  readonly text: string;
  /** The labels of the buttons. */
  readonly cancel: string;
  readonly confirm: string;
  /** The action is destructive. */
  readonly isDanger?: boolean;
  /** The posted values, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Further content below the text, about the subject. */
  readonly children?: React.ReactNode;
}) {
  return (
    <dialog className={styles.dialog} id={id} popover="auto" aria-labelledby={`${id}-title`}>
      <form method="post" action={action}>
        <h2 className="title-3" id={`${id}-title`}>
          {title}
        </h2>
        <p className="small">{text}</p>
        {children}
        <HiddenFields fields={fields} />
        <div className={styles.actions}>
          <Button
            label={cancel}
            variant="secondary"
            size="small"
            popoverTarget={id}
            popoverTargetAction="hide"
            // The safe answer gets the focus, whatever is above it.
            autoFocus
          />
          <Button type="submit" label={confirm} variant={isDanger ? 'danger' : 'primary'} size="small" />
        </div>
      </form>
    </dialog>
  );
}
