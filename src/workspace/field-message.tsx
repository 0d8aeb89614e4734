import { Icon } from '#src/ui/icon.tsx';
import styles from './line-box.module.css';

/** The message below a text box, which references this `id` as its description; announced when it changes. */
export function FieldMessage({
  id,
  error,
  className,
}: {
  readonly id: string;
  readonly error: string | undefined;
  readonly className: string | undefined;
}) {
  return (
    <p className={`${styles.said} ${className}`} id={id} role="alert" data-kind={error ? 'error' : undefined}>
      {error && (
        <>
          <Icon name="warning" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}
