import { Icon } from './icon.tsx';
import styles from './notice.module.css';

/** A bordered message with the colour and icon of its status. */
export function Notice({
  kind,
  children,
  ...rest
}: {
  readonly kind: 'success' | 'error';
  readonly children: React.ReactNode;
} & React.HTMLAttributes<HTMLParagraphElement>) {
  return (
    <p className={styles.notice} data-kind={kind} {...rest}>
      <Icon name={kind === 'success' ? 'check' : 'warning'} />
      <span>{children}</span>
    </p>
  );
}
