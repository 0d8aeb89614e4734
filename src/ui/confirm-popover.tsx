import { Button, ButtonLink } from './button.tsx';
import { HiddenFields } from './post-button.tsx';
import styles from './confirm-popover.module.css';

/**
 * Asks for confirmation. A popover opens, closes on Escape and returns focus without a script;
 * a button with its id as `popoverTarget` opens it. With `refusedHref` it is open from the start, after its form was refused.
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
  refusedHref = null,
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
  /** The page without the refusal, where its cancel button leads; null unless its form was refused. */
  readonly refusedHref?: string | null;
  /** Further content below the text, about the subject. */
  readonly children?: React.ReactNode;
}) {
  return (
    <dialog
      className={styles.dialog}
      id={id}
      {...(refusedHref === null ? { popover: 'auto' } : { open: true })}
      aria-labelledby={`${id}-title`}
    >
      <form method="post" action={action} noValidate>
        <h2 className="title-3" id={`${id}-title`}>
          {title}
        </h2>
        <p className="small">{text}</p>
        {children}
        <HiddenFields fields={fields} />
        <div className={styles.actions}>
          {refusedHref === null ? (
            <Button
              label={cancel}
              variant="secondary"
              size="small"
              popoverTarget={id}
              popoverTargetAction="hide"
              // The safe answer gets the focus, whatever is above it.
              autoFocus
            />
          ) : (
            <ButtonLink label={cancel} variant="secondary" size="small" href={refusedHref} />
          )}
          <Button type="submit" label={confirm} variant={isDanger ? 'danger' : 'primary'} size="small" />
        </div>
      </form>
    </dialog>
  );
}
