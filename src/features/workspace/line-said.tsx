import { Icon } from '#src/ui/icon.tsx';
import styles from './line-box.module.css';

/** What is said of the text in a box, which describes itself by this `id`; read out when it changes. */
export function LineSaid({
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
