import { Icon } from './icon.tsx';
import styles from './notice.module.css';

/** A bordered sentence in its status colour with its own icon. */
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
